import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesWith, parse, sources, walk } from './sources.ts'

// The rules refuse a command in the result, not by throwing. Code that ignores the result assumes
// that it is done. `submitOrThrow` throws instead.

/** Methods and functions that return the result of a command. */
const answers = new Set(['submit', 'acceptTransfer'])

function nameOf({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
}

/** Whether nothing uses the value of an expression, directly or by its name. */
function isIgnored(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isExpressionStatement(parent)) return true
  if (ts.isAwaitExpression(parent) || ts.isVoidExpression(parent)) return isIgnored(parent)
  if (ts.isParenthesizedExpression(parent)) return isIgnored(parent)
  if (ts.isPropertyAccessExpression(parent) && /^(catch|finally)$/.test(parent.name.text)) {
    return isIgnored(parent.parent)
  }
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return false
  return usesOf(parent.name).every(isIgnored)
}

function usesOf(name: ts.Identifier): ts.Node[] {
  let scope: ts.Node = name
  while (!ts.isBlock(scope) && !ts.isSourceFile(scope)) scope = scope.parent
  const uses: ts.Node[] = []
  walk(scope, (node) => {
    if (ts.isIdentifier(node) && node.text === name.text && node !== name) uses.push(node)
  })
  return uses
}

function ignoredIn(source: ts.SourceFile): { ignored: string[]; found: number } {
  const ignored: string[] = []
  let found = 0
  walk(source, (node) => {
    if (!ts.isCallExpression(node) || !answers.has(nameOf(node))) return
    found += 1
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    if (isIgnored(node)) ignored.push(`${source.fileName}:${line}`)
  })
  return { ignored, found }
}

test('nothing ignores whether the rules refused a command', () => {
  const read = filesWith(/\b(submit|acceptTransfer)\b/, sources)
    .filter((path) => path.startsWith('src/server/'))
    .map((path) => ignoredIn(parse(path)))
  expect(read.flatMap(({ ignored }) => ignored)).toEqual([])
  expect(read.reduce((sum, { found }) => sum + found, 0)).toBeGreaterThan(15)
})

const ignoredOf = (body: string): number => {
  const text = `async function run(book) { ${body} }`
  return ignoredIn(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true)).ignored.length
}

test('finds ignored results in every form', () => {
  expect(ignoredOf('await book.submit(item)')).toBe(1)
  expect(ignoredOf('void book.submit(item).catch(log)')).toBe(1)
  expect(ignoredOf('const done = book.submit(item); await done.catch(log)')).toBe(1)
  expect(ignoredOf('const done = await book.submit(item); if (!done.accepted) stop()')).toBe(0)
  expect(ignoredOf('return book.submit(item)')).toBe(0)
  expect(ignoredOf('await submitOrThrow(book, item)')).toBe(0)
})
