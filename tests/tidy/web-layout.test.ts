import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, readText, sources } from './sources.ts'

// How folders of the web apps may depend on each other. Types count like values, because a folder
// that needs another folder's types can't be read without it.

type Edge = { from: string; to: string }

const files = sources.filter((path) => path.startsWith('src/web/'))

/** Every import of one file of the web apps by another. */
const edges: Edge[] = files.flatMap((from) =>
  importsOf(from)
    .filter((imported) => imported.startsWith('.') && !imported.includes('/+types/'))
    .map((imported) => ({ from, to: join(dirname(from), imported) }))
    .filter(({ to }) => files.includes(to)),
)

const folderEdges = edges
  .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
  .filter(({ from, to }) => from !== to)

/** The rest after repeatedly removing everything that depends on nothing else. */
function cyclesIn(all: Edge[]): string[] {
  let left = all
  for (;;) {
    const dependents = new Set(left.map(({ from }) => from))
    const next = left.filter(({ to }) => dependents.has(to))
    if (next.length === left.length) return [...new Set(left.map(({ from }) => from))].sort()
    left = next
  }
}

/** The app or shared part that a file belongs to: the folder directly below `src/web`. */
const partOf = (path: string): string => path.split('/')[2] ?? ''

test('finds a cycle, but not in a chain', () => {
  const chain = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ]
  expect(cyclesIn(chain)).toEqual([])
  expect(cyclesIn([...chain, { from: 'c', to: 'b' }])).toEqual(['a', 'b', 'c'])
})

test('neither files nor folders of the web apps import each other in a circle', () => {
  expect(cyclesIn(edges)).toEqual([])
  expect(cyclesIn(folderEdges)).toEqual([])
})

test('the two apps share only what neither owns', () => {
  const strangers: Record<string, string[]> = {
    member: ['console', 'visitor'],
    visitor: ['console', 'member'],
    console: ['member', 'visitor'],
    client: ['console', 'member', 'visitor', 'session', 'shell', 'ui'],
    ui: ['console', 'member', 'visitor', 'session', 'shell'],
  }
  const wrong = edges.filter(({ from, to }) => strangers[partOf(from)]?.includes(partOf(to)))
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})

test('no page shows a refusal in the server’s English', () => {
  const raw = files
    .filter((path) => path.endsWith('.tsx') && path !== 'src/web/ui/error-page.tsx')
    .filter((path) =>
      /(?<!\$)\{(?!(?:item|errors)\b)\w+\.(?:message|detail)\}/.test(readText(path)),
    )
  // `messageOf` has it in the reader's language.
  expect(raw).toEqual([])
})
