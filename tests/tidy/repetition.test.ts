import { expect, test } from 'vitest'
import { readText, sources } from './sources.ts'

// If two places need the same thing, it is one component, function, or type.

const MAX_LINES = 5

/** Where the same lines are no common thought, or where sharing them costs more. */
const accepted = [
  // The ledger's hot path: a common class of two kinds of arrays would be slower.
  'src/domain/ledger/table.ts repeats src/domain/ledger/table.ts',
  // A digest hashes its counters in this order; the other list belongs to a statement.
  'src/server/book/snapshot/follow-snapshot.ts repeats src/domain/ledger/digest.ts',
  // The query builder types each statement by its table.
  'src/server/workers/ended-deliveries.ts repeats src/server/workers/ended-deliveries.ts',
  // Signatures.
  'src/server/imports/decide-import.ts repeats src/server/imports/correct-rows.ts',
  'src/server/workers/repeat.ts repeats src/server/book/snapshot/compare-later.ts',
]

type Line = { text: string; number: number }

/** The meaningful lines of a file, without empty ones and imports. */
function linesOf(text: string): Line[] {
  const withoutImports = text.replaceAll(/^import\b[^;]*?\bfrom '[^']*'$/gm, (statement) =>
    statement.replaceAll(/[^\n]/g, ''),
  )
  return withoutImports
    .split('\n')
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter((line) => line.text !== '')
}

/** The places where this many lines in a row repeat others, by file and line. */
function findRepeated(files: ReadonlyMap<string, string>): string[] {
  const first = new Map<string, { path: string; index: number }>()
  const found: string[] = []
  for (const [path, text] of files) {
    const lines = linesOf(text)
    let toldUntil = 0
    for (let index = 0; index + MAX_LINES < lines.length; index++) {
      const window = lines.slice(index, index + MAX_LINES + 1)
      const key = window.map((line) => line.text).join('\n')
      const known = first.get(key)
      const at = window[0]?.number ?? 0
      if (!known) first.set(key, { path, index: at })
      else if (index >= toldUntil) {
        found.push(`${path}:${at} repeats ${known.path}:${known.index}`)
        toldUntil = index + MAX_LINES + 1
      }
    }
  }
  return found
}

const files = (one: string, other: string) => new Map(Object.entries({ one, other }))

test('six equal lines are found, five and imports are not', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].join('\n')
  const imports = `import {\n  a,\n  b,\n  c,\n  d,\n  e,\n} from './x.ts'\n`
  expect(findRepeated(files(five, five))).toEqual([])
  expect(findRepeated(files(`${imports}x`, `${imports}y`))).toEqual([])
  expect(findRepeated(files(`${five}\nf`, `x\n${five}\n\n  f`))).toEqual(['other:2 repeats one:1'])
})

test('no two places are the same for six lines', () => {
  // The table types are generated.
  const paths = sources.filter((path) => !path.startsWith('src/db/tables/'))
  const texts = new Map(paths.map((path) => [path, readText(path)] as const))
  const pairs = findRepeated(texts).map((line) => line.replaceAll(/:\d+/g, ''))
  expect([...new Set(pairs)].toSorted()).toEqual(accepted.toSorted())
})
