import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOptions, runTool, WrongUsage } from '../../src/terminal/tool.ts'
import { subjects, type Subject } from './subjects.ts'

// `npm run test:mutation`: StrykerJS makes one change at a time to the rules of the ledger, to
// sessions, and to payouts. Each time, a test of the subject must fail. The score is the share of
// changes that the tests detect. By default it changes a quarter of the lines, always the same.
// `-- --every=1` changes all of them. Paths restrict it to these files.

const root = fileURLToPath(new URL('../..', import.meta.url))
const WINDOW_LINES = 12

const usage = 'Usage: npm run test:mutation [-- --every 4] [PATH…]'
const { values, positionals } = readOptions({
  usage,
  words: Infinity,
  options: { every: { type: 'string', default: '4' } },
})
const every = Number(values.every)
const wanted = new Set(globSync(positionals, { cwd: root }))

/** Every n-th window of a file, as StrykerJS names lines. Its path says which one is first. */
function sampleOf(path: string): string[] {
  const lines = readFileSync(join(root, path), 'utf8').split('\n').length
  const windows = Math.ceil(lines / WINDOW_LINES)
  return Array.from({ length: windows }, (_, no) => no)
    .filter((no) => (no + path.length) % every === 0)
    .map((no) => `${path}:${no * WINDOW_LINES + 1}-${(no + 1) * WINDOW_LINES}`)
}

/** Prints the score of a subject. Returns the exit code of StrykerJS. */
function score(name: string, { files, coverage }: Subject): number {
  const paths = globSync(files, { cwd: root }).toSorted()
  const chosen = positionals.length > 0 ? paths.filter((path) => wanted.has(path)) : paths
  if (chosen.length === 0) return 0
  process.stdout.write(`\n— ${name}\n`)
  const mutate = chosen.flatMap((path) => sampleOf(path)).join(',')
  const args = ['run', '--mutate', mutate, '--coverageAnalysis', coverage]
  // Changes of what a module does once, when it is loaded, belong to no test.
  if (coverage === 'perTest') args.push('--ignoreStatic')
  const env = { ...process.env, MUTATION_SUBJECT: name }
  return spawnSync('stryker', args, { cwd: root, stdio: 'inherit', env }).status ?? 1
}

await runTool([], async () => {
  if (!(Number.isInteger(every) && every > 0)) {
    throw new WrongUsage('--every must be a number from 1.', usage)
  }
  if (positionals.length > 0 && wanted.size === 0) {
    throw new WrongUsage('No file has such a path.', usage)
  }
  const known = Object.values(subjects).flatMap(({ files }) => files)
  const strange = [...wanted].filter((path) => !known.some((glob) => matchesGlob(path, glob)))
  if (strange.length > 0) {
    throw new WrongUsage(`No subject has tests for ${strange.join(', ')}.`, usage)
  }
  const codes = Object.entries(subjects).map(([name, subject]) => score(name, subject))
  process.exitCode = Math.max(...codes)
})
