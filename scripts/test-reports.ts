import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

// The results in Vitest's and Playwright's reports: how many tests passed and failed, and why.

/**
 * `failures`: a text for each failed test, starting with its name. `files`: the duration of each
 * file.
 */
export type Outcome = {
  passed: number
  failed: number
  failures: string[]
  files: { name: string; ms: number }[]
}

const VITEST = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().nullish(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

/** Reads Vitest's JSON report. A run that ended `failed` has at least one failure. */
export function readVitest(path: string, failed: boolean): Outcome {
  const text = readJson(path)
  if (text === null) return unread(failed)
  const report = VITEST.parse(text)
  const results = report.testResults.map((file) => {
    return { ...file, name: relative(process.cwd(), file.name) }
  })
  const failures = results.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed')
    // A file that fails to load has no tests that could fail.
    if (tests.length === 0 && file.status === 'failed')
      return [failureText(file.name, [file.message])]
    return tests.map((test) =>
      failureText(`${file.name}: ${test.fullName}`, test.failureMessages ?? []),
    )
  })
  if (failed && failures.length === 0) failures.push('Vitest: an error outside of any test')
  const count = Math.max(report.numFailedTests, failures.length)
  const files = results.map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }))
  return { passed: report.numPassedTests, failed: count, failures, files }
}

const SPEC = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(
        z.object({ duration: z.number(), errors: z.array(z.object({ message: z.string() })) }),
      ),
    }),
  ),
})
const SUITE = z.object({
  specs: z.array(SPEC),
  get suites() {
    return z.array(SUITE).optional()
  },
})
const BROWSER = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(SUITE),
})

/**
 * Reads Playwright's JSON report. A test that passes only on its second try counts as passed, and
 * is listed with the failures.
 */
export function readBrowser(path: string, failed: boolean): Outcome {
  const text = readJson(path)
  if (text === null) return unread(failed)
  const { stats, suites } = BROWSER.parse(text)
  const specs = suites.flatMap(allSpecs)
  const failures = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) =>
        failureText(
          `${file}: ${title}${status === 'flaky' ? ' (passed on its second try)' : ''}`,
          results.flatMap(({ errors }) => errors.map(({ message }) => message)),
        ),
      ),
  )
  const count = Math.max(stats.unexpected, +failed)
  const spent = new Map<string, number>()
  for (const { file, tests } of specs) {
    const ms = tests.flatMap(({ results }) => results).reduce((sum, run) => sum + run.duration, 0)
    spent.set(file, (spent.get(file) ?? 0) + ms)
  }
  const files = [...spent].map(([file, ms]) => ({ name: `tests/browser/${file}`, ms }))
  return { passed: stats.expected + stats.flaky, failed: count, failures, files }
}

function allSpecs(suite: z.infer<typeof SUITE>): z.infer<typeof SPEC>[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(allSpecs)]
}

/** A name and the beginning of its messages, without colors. */
export function failureText(name: string, messages: (string | null | undefined)[]): string {
  return [name, ...messages.map((message) => stripVTControlCharacters(message ?? ''))]
    .join('\n')
    .slice(0, MOST_CHARACTERS)
}

const MOST_CHARACTERS = 1_500

/** A run without a report didn't reach its first test. */
function unread(failed: boolean): Outcome {
  const failures = failed ? ['no report was written: see the output above'] : []
  return { passed: 0, failed: +failed, failures, files: [] }
}

function readJson(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
