import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLong } from '../tests/support/scale.ts'
import { readBrowser, readVitest, type Outcome } from './test-reports.ts'

// `npm test`: every check, each with its time, and one last line that adds them up. A step counts
// as one test; Vitest and Playwright count each of theirs. All steps run, also after a failure;
// the end of the output repeats what failed.
// `npm test -- lint browser` runs the named steps alone. `npm run test:long` runs the tests that
// repeat something at a reduced count (tests/support/scale.ts) once more, at their full count.

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'twofold-reports-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
const browserReport = join(reports, 'browser.json')
const reporters = ['--reporter=default', '--reporter=json']

type Step = { name: string; run: string[]; read?: (failed: boolean) => Outcome }

function vitest(name: string, ...args: string[]): Step {
  const report = join(reports, `${name}.json`)
  return {
    name,
    run: ['vitest', 'run', ...reporters, `--outputFile.json=${report}`, ...args],
    read: (failed) => readVitest(report, failed),
  }
}

/** The tests that play a tenth of their rounds by default. */
function scaledTests(): string[] {
  const tests = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  return tests
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `tests/${path}`)
    .filter((path) => readFileSync(join(root, path), 'utf8').includes('support/scale.ts'))
}

/**
 * The steps of a phase run at once, because they wait for different things. What the first one
 * prints is shown as it comes, what the others print when they end.
 */
const phases: Step[][] = [
  // Each keeps one core busy at most.
  [
    script('build', 'build'),
    script('typecheck', 'typecheck'),
    script('lint', 'lint'),
    script('format', 'format:check'),
    script('packages', 'check:packages'),
    script('unused', 'check:unused'),
  ],
  [vitest('unit, api', '--project=unit', '--project=api', '--maxWorkers=4')],
  // Tests of faults wait for timeouts and restarts; browsers use the cores meanwhile.
  [browser('browser'), vitest('fault', '--project=fault', '--maxWorkers=2')],
]

function browser(name: string, ...files: string[]): Step {
  return {
    name,
    run: ['playwright', 'test', '--reporter=list,json', ...files],
    read: (failed) => readBrowser(browserReport, failed),
  }
}

function script(name: string, npmScript: string): Step {
  return { name, run: ['npm', 'run', '--silent', npmScript] }
}

const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // A step cleans up after itself, its database server too, before we go.
    for (const child of running) {
      child.once('close', () => running.size === 0 && process.exit(130))
      child.kill(signal)
    }
  })
}

/** Runs a step and answers whether it succeeded. Held back, what it says is printed at its end. */
function runStep(step: Step, holdBack: boolean): Promise<boolean> {
  const [command = '', ...args] = step.run
  return new Promise((resolve) => {
    const output = holdBack ? 'pipe' : 'inherit'
    const child = spawn(command, args, {
      cwd: root,
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
        PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
      },
      stdio: ['ignore', output, output],
    })
    running.add(child)
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part: Buffer) => said.push(part))
    }
    const end = (succeeded: boolean): void => {
      running.delete(child)
      process.stdout.write(Buffer.concat(said))
      resolve(succeeded)
    }
    child.once('error', () => end(false))
    child.once('close', (code) => end(code === 0))
  })
}

const total: Outcome = { passed: 0, failed: 0, failures: [], files: [] }
const lines: string[] = []

async function take(step: Step, holdBack = false): Promise<void> {
  if (!holdBack) process.stdout.write(`\n— ${step.name}\n`)
  const startMs = performance.now()
  const succeeded = await runStep(step, holdBack)
  const outcome = step.read?.(!succeeded) ?? countOnce(step, succeeded)
  total.passed += outcome.passed
  total.failed += outcome.failed
  total.failures.push(...outcome.failures)
  total.files.push(...outcome.files)
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1).padStart(6)
  const counts = `${outcome.passed} passed, ${outcome.failed} failed`
  lines.push(`${step.name.padEnd(16)} ${seconds} s  ${counts}`)
}

function countOnce({ name }: Step, succeeded: boolean): Outcome {
  const failures = succeeded ? [] : [name]
  return { passed: +succeeded, failed: +!succeeded, failures, files: [] }
}

const wanted = process.argv.slice(2)
const isWanted = ({ name }: Step): boolean => wanted.length === 0 || wanted.includes(name)
if (isLong) {
  await take(vitest('long', '--maxWorkers=4', ...scaledTests()))
  // The walks through every page look at more widths and rules.
  await take(browser('long browser', 'pages.spec', 'every-page.spec'))
} else {
  for (const phase of phases) {
    await Promise.all(phase.filter(isWanted).map((step, at) => take(step, at > 0)))
  }
}
const slowest = total.files.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
process.stdout.write('\nThe ten slowest files\n')
for (const { name, ms } of slowest) {
  process.stdout.write(`${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}\n`)
}
for (const failure of total.failures.slice(0, 20)) process.stdout.write(`\n✗ ${failure}\n`)
process.stdout.write(`\nNode ${process.version}\n${lines.join('\n')}\n\n`)
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 ? 0 : 1
