import ts from 'typescript'
import { filesBelow, parse, readText, walk } from '../support/sources.ts'

export { filesBelow, parse, readText, walk }

const code = /\.(ts|tsx)$/

/** The product's own code. */
export const sources = filesBelow('src').filter((path) => code.test(path))
/** All our own TypeScript, including tests and scripts. */
export const everything = ['src', 'tests', 'scripts', 'bench']
  .flatMap(filesBelow)
  .filter((path) => code.test(path))

/** The files whose text contains a match. Parsing takes long, so tests only parse these. */
export const filesWith = (pattern: RegExp, paths: readonly string[]): string[] =>
  paths.filter((path) => pattern.test(readText(path)))

// Many tests need the same files.
const imports = new Map<string, readonly string[]>()

/**
 * The paths that a file imports, including dynamic imports, types, and the modules that it
 * augments. TypeScript finds them without a syntax tree, in a fifth of the time.
 */
export function importsOf(path: string): readonly string[] {
  const known = imports.get(path)
  if (known) return known
  const { importedFiles } = ts.preProcessFile(readText(path), true, true)
  const found = [...new Set(importedFiles.map(({ fileName }) => fileName))]
  imports.set(path, found)
  return found
}

export type FunctionSize = { where: string; lines: number }

/** Every function and component with its first and last line. */
export function functionsOf(path: string): FunctionSize[] {
  const source = parse(path)
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line
  const found: FunctionSize[] = []
  walk(source, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return
    const first = lineAt(node.getStart())
    found.push({ where: `${path}:${first + 1}`, lines: lineAt(node.end) - first + 1 })
  })
  return found
}

/** Comments with their text, ignoring lookalikes inside strings. */
export function commentsOf(path: string): string[] {
  const text = readText(path)
  // Nested nodes begin with the same comments.
  const found = new Set<string>()
  walk(parse(path), (node) => {
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      found.add(text.slice(range.pos, range.end))
    }
  })
  return [...found]
}
