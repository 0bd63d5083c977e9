import { expect, test } from 'vitest'
import { readText, sources } from './sources.ts'

// If two places in the web apps need the same thing, it is one component or function.

const MAX_LINES = 5

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

test('no two places in the web apps are the same for six lines', () => {
  const paths = sources.filter((path) => path.startsWith('src/web/'))
  const texts = new Map(paths.map((path) => [path, readText(path)] as const))
  expect(findRepeated(texts)).toEqual([])
})
