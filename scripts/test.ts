import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

// `npm test`: every check, each with its time, and one last line that adds them up. A step counts
// as one test; Vitest and Playwright count each of theirs. All steps run, also after a failure.
// `npm test -- lint unit` runs the named steps alone.

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'twofold-reports-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

type Count = { passed: number; failed: number }
type Step = { name: string; run: string[]; count?: (failed: boolean) => Count }

const steps: Step[] = [
  { name: 'typecheck', run: ['npm', 'run', '--silent', 'typecheck'] },
  { name: 'lint', run: ['npm', 'run', '--silent', 'lint'] },
  { name: 'format', run: ['npm', 'run', '--silent', 'format:check'] },
  { name: 'packages', run: ['npm', 'run', '--silent', 'check:packages'] },
  { name: 'build', run: ['npm', 'run', '--silent', 'build'] },
  vitest('unit', ['unit']),
  // Tests of faults wait more than they work: beside them the others use the cores.
  vitest('api and fault', ['api', 'fault'], ['--maxWorkers=3']),
  { name: 'browser', run: ['playwright', 'test', '--reporter=list,json'], count: countBrowser },
]

function vitest(name: string, projects: string[], options: string[] = []): Step {
  const report = join(reports, `${projects[0]}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const chosen = projects.map((project) => `--project=${project}`)
  return {
    name,
    run: ['vitest', 'run', '--passWithNoTests', ...chosen, ...options, ...reporters],
    count: (failed) => countVitest(report, failed),
  }
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
})

function countVitest(report: string, failed: boolean): Count {
  const text = readReport(report)
  if (text === null) return { passed: 0, failed: failed ? 1 : 0 }
  const counts = vitestReport.parse(text)
  // A file that does not even load has no tests that could fail.
  const least = failed ? 1 : 0
  return { passed: counts.numPassedTests, failed: Math.max(counts.numFailedTests, least) }
}

const browserReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

function countBrowser(failed: boolean): Count {
  const text = readReport(join(reports, 'browser.json'))
  if (text === null) return { passed: 0, failed: failed ? 1 : 0 }
  const { expected, unexpected, flaky } = browserReport.parse(text).stats
  // A test that passes only at its second try is a failing test.
  return { passed: expected, failed: Math.max(unexpected + flaky, failed ? 1 : 0) }
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

let running: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // The step cleans up after itself, its database server too, before we go.
    running?.once('exit', () => process.exit(130))
    running?.kill(signal)
  })
}

function runStep(step: Step): Promise<boolean> {
  const [command = '', ...args] = step.run
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
        PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'browser.json'),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    running = child
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

const total: Count = { passed: 0, failed: 0 }
const lines: string[] = []
const wanted = process.argv.slice(2)
for (const step of steps) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue
  process.stdout.write(`\n— ${step.name}\n`)
  const startMs = performance.now()
  const succeeded = await runStep(step)
  const count = step.count?.(!succeeded) ?? { passed: +succeeded, failed: +!succeeded }
  total.passed += count.passed
  total.failed += count.failed
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1).padStart(6)
  const outcome = `${count.passed} passed, ${count.failed} failed`
  lines.push(`${step.name.padEnd(14)} ${seconds} s  ${outcome}`)
}
process.stdout.write(`\nNode ${process.version}\n${lines.join('\n')}\n\n`)
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 ? 0 : 1
