import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../tests/support/start/compile-cache.ts'
import { isLong } from '../tests/support/scale.ts'
import { readOptions, refuseUsage } from '../src/terminal/tool.ts'
import { secondsOfEndedChild } from './child-cpu.ts'
import { failureText, readBrowser, readVitest, type Outcome } from './test-reports.ts'

// `npm test`: runs every check, shows the time of each, and prints the totals on the last line. A
// step counts as one test; Vitest and Playwright count each of theirs. All steps run, even after a
// failure, and the end of the output repeats the failures.
// `npm test -- lint browser` runs only the named steps. `npm run test:long` runs tests with a
// reduced count (tests/support/scale.ts) again, at their full count.

const usage = 'Usage: npm test [-- STEP…]'
const { positionals: wanted } = readOptions({ usage, options: {}, words: Infinity })

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'twofold-reports-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
const browserReport = join(reports, 'browser.json')
const reporters = ['--reporter=default', '--reporter=json']

const FAILED = 'What failed'
const MOST_LINES = 60
const MOST_CHARACTERS = 1_500

type Step = {
  name: string
  run: string[]
  env?: Record<string, string>
  read?: (failed: boolean) => Outcome
}

function vitest(name: string, ...args: string[]): Step {
  const report = join(reports, `${name}.json`)
  return {
    name,
    run: ['vitest', 'run', ...reporters, `--outputFile.json=${report}`, ...args],
    read: (failed) => readVitest(report, failed),
  }
}

/** The files whose tests run a tenth of their rounds by default, or none. */
function scaledTests(): string[] {
  const tests = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  return tests
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `tests/${path}`)
    .filter((path) => readFileSync(join(root, path), 'utf8').includes('support/scale.ts'))
}

function browser(name: string): Step {
  return {
    name,
    run: ['playwright', 'test', '--reporter=list,json'],
    read: (failed) => readBrowser(browserReport, failed),
  }
}

function script(name: string, npmScript: string, ...args: string[]): Step {
  return { name, run: ['npm', 'run', '--silent', npmScript, ...args] }
}

// Each of these keeps at most one core busy.
const build = script('build', 'build')
// Its threads would share most of their work. One of them takes half the time and a whole core.
const typecheck = script('typecheck', 'typecheck', '--', '--singleThreaded')
const checks = [
  { ...script('lint', 'lint'), env: { GOMAXPROCS: '1' } },
  script('format', 'format:check'),
  script('packages', 'check:packages'),
  script('unused', 'check:unused'),
]
// Each worker loads and compiles all code for itself, which takes several seconds of a core. So
// there are only as many as keep the cores busy.
const api = vitest('api', '--project=api', '--maxWorkers=3')
// Fault tests mostly wait: for timeouts, restarts, and blocks. Unit tests never do.
const unitAndFault = vitest('unit, fault', '--project=unit', '--project=fault', '--maxWorkers=2')

/** Fault and browser tests, one after the other, because both start whole products. */
async function runProducts(): Promise<void> {
  await take(unitAndFault, { holdBack: true })
  await take(browser('browser'), { holdBack: true })
}

/**
 * Every step that starts a product needs the build. After it, two lanes of about the same length
 * run beside each other, so that the cores are busy while the tests of one wait.
 */
async function runAll(): Promise<void> {
  const checked = checks.map((step) => take(step, { holdBack: true }))
  await take(build, { holdBack: true })
  const beside = runProducts()
  // At its end, the build deletes the routes' types for a moment, and writes them again.
  await take(typecheck, { holdBack: true })
  await Promise.all(checked)
  await take(api)
  await beside
}

const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // A step cleans up after itself, including its database server, before we exit.
    for (const child of running) {
      child.once('close', () => running.size === 0 && process.exit(130))
      child.kill(signal)
    }
  })
}

type Ran = { succeeded: boolean; said: string; cpuSeconds?: number | undefined }

// The type checker and the linter are written in Go and end before they would have to collect
// garbage.
const memory = { GOGC: 'off', GOMEMLIMIT: '2GiB' }

/** Runs a step. A held-back step prints its output at its end. */
function runStep(step: Step, holdBack: boolean): Promise<Ran> {
  const [command = '', ...args] = step.run
  return new Promise((resolve) => {
    const output = holdBack ? 'pipe' : 'inherit'
    const child = spawn(command, args, {
      cwd: root,
      env: {
        ...memory,
        NODE_COMPILE_CACHE: compileCache,
        ...process.env,
        ...step.env,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
        PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
      },
      stdio: ['ignore', output, output],
    })
    running.add(child)
    const parts: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part: Buffer) => parts.push(part))
    }
    let cpuSeconds: number | undefined
    child.once('exit', () => (cpuSeconds = secondsOfEndedChild()))
    const end = (succeeded: boolean): void => {
      running.delete(child)
      const said = Buffer.concat(parts)
      if (holdBack) process.stdout.write(`\n— ${step.name}\n`)
      process.stdout.write(said)
      resolve({ succeeded, said: said.toString('utf8'), cpuSeconds })
    }
    child.once('error', () => end(false))
    child.once('close', (code) => end(code === 0))
  })
}

const total: Outcome = { passed: 0, failed: 0, failures: [], files: [] }
const lines: string[] = []

async function take(step: Step, { holdBack = false } = {}): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(step.name)) return
  if (!holdBack) process.stdout.write(`\n— ${step.name}\n`)
  const startMs = performance.now()
  const ran = await runStep(step, holdBack)
  const outcome = step.read?.(!ran.succeeded) ?? countOnce(step, ran)
  total.passed += outcome.passed
  total.failed += outcome.failed
  total.failures.push(...outcome.failures)
  total.files.push(...outcome.files)
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1).padStart(6)
  const counts = `${outcome.passed} passed, ${outcome.failed} failed`
  const cpu = (ran.cpuSeconds?.toFixed(1) ?? '?').padStart(6)
  lines.push(`${step.name.padEnd(16)} ${seconds} s  ${cpu} CPU s  ${counts}`)
}

function countOnce({ name }: Step, { succeeded, said }: Ran): Outcome {
  const failures = succeeded ? [] : [failureText(name, [said.trimEnd().slice(-MOST_CHARACTERS)])]
  return { passed: +succeeded, failed: +!succeeded, failures, files: [] }
}

/** How long all cores together have been busy since the machine started, with any program. */
function busyMs(): number {
  const spent = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq)
  return spent.reduce((sum, ms) => sum + ms, 0)
}

/** Names every failure, and gives its message as many lines as remain. */
function shorten(failures: readonly string[]): string[] {
  const most = Math.max(3, Math.floor(MOST_LINES / Math.max(1, failures.length)))
  return failures.map((failure) => failure.split('\n').slice(0, most).join('\n  '))
}

const names = isLong
  ? ['long', 'long browser']
  : [build, typecheck, ...checks, api, unitAndFault, browser('browser')].map(({ name }) => name)
const strange = wanted.find((name) => !names.includes(name))
if (strange !== undefined) {
  refuseUsage(`There is no step '${strange}'. The steps: ${names.join('; ')}.`, usage)
}
const [startMs, busyAtStartMs] = [performance.now(), busyMs()]
if (isLong) {
  await take(vitest('long', '--maxWorkers=4', ...scaledTests()))
  // All pages: `npm test` inspects each at fewer widths and with fewer rules.
  await take(browser('long browser'))
} else {
  await runAll()
}
const slowest = total.files.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
process.stdout.write('\nThe ten slowest files\n')
for (const { name, ms } of slowest) {
  process.stdout.write(`${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}\n`)
}
const [seconds, busy] = [performance.now() - startMs, busyMs() - busyAtStartMs].map((ms) =>
  (ms / 1_000).toFixed(0),
)
process.stdout.write(`\nNode ${process.version}\n${lines.join('\n')}\n`)
process.stdout.write(`${seconds} s in all, ${availableParallelism()} cores busy for ${busy} s\n\n`)
// `.ci/run` repeats everything from here on.
if (total.failures.length > 0) process.stdout.write(`${FAILED}\n`)
for (const failure of shorten(total.failures)) process.stdout.write(`✗ ${failure}\n`)
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 ? 0 : 1
