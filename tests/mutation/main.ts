import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// `npm run test:mutation`: StrykerJS makes one change at a time to the rules of the ledger and its
// payouts, and to sessions. Each time, a test of ./vitest.config.ts must fail. The score is the
// share of changes that the tests detect. By default it changes a quarter of the lines, always the
// same. `npm run test:mutation -- --all` changes all of them. Paths restrict either to these files.

const root = fileURLToPath(new URL('../..', import.meta.url))
const FILES = ['src/domain/**/*.ts', 'src/server/auth/{sessions,end-sessions,credentials}.ts']
const WINDOW_LINES = 12
const EVERY = 4

/** Every fourth window of a file, as StrykerJS names lines. Its path says which one is first. */
function sampleOf(path: string): string[] {
  const lines = readFileSync(join(root, path), 'utf8').split('\n').length
  const windows = Math.ceil(lines / WINDOW_LINES)
  return Array.from({ length: windows }, (_, no) => no)
    .filter((no) => (no + path.length) % EVERY === 0)
    .map((no) => `${path}:${no * WINDOW_LINES + 1}-${(no + 1) * WINDOW_LINES}`)
}

const given = process.argv.slice(2)
const paths = given.filter((path) => path !== '--all')
const files = globSync(paths.length > 0 ? paths : FILES, { cwd: root }).toSorted()
const mutate = given.includes('--all') ? files : files.flatMap((path) => sampleOf(path))
const args = ['run', '--mutate', mutate.join(',')]
const { status } = spawnSync('stryker', args, { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
