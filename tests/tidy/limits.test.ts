import { dirname } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { everything, filesWith, importsOf, parse, readText, sources, walk } from './sources.ts'

const maxImports = 15
// These only put together a whole process, app, or table.
const compositions = [
  'src/contract/calls.ts',
  'src/server/app/app.ts',
  'src/server/app/open-ledger.ts',
  'src/server/app/rooms.ts',
  'src/server/cli/payouts.ts',
  'src/web/console/router.tsx',
  'src/web/root.tsx',
]

// Macros mark texts and disappear in the build, so nothing depends on them.
const isMacro = (path: string): boolean => path.endsWith('/macro')

/** Each import is one of these, so few of them need no closer look. */
const anImport = /\b(?:from|import|module)\s*\(?\s*['"]/g

const isWide = (path: string): boolean =>
  (readText(path).match(anImport)?.length ?? 0) > maxImports &&
  new Set(importsOf(path).filter((name) => !isMacro(name))).size > maxImports

test('a file imports at most 15 others, except for compositions', () => {
  expect(sources.filter(isWide)).toEqual(compositions)
})

const maxFolderFiles = 25
test('a folder holds at most 25 files', () => {
  const folders = Map.groupBy(everything, (path) => dirname(path))
  const large = [...folders].filter(([, { length }]) => length > maxFolderFiles)
  expect(large.map(([folder, { length }]) => `${folder} holds ${length}`)).toEqual([])
})

/** A line with ` as `, other than an import or a comment. */
const mayCast = /^(?!import\b|\s*(?:\/\/|\/?\*)).* as (?!const\b)/m

/** Type assertions in a file, as `path:line`. */
function castsIn(path: string): { where: string; hasReason: boolean }[] {
  if (!mayCast.test(readText(path))) return []
  const source = parse(path)
  const lines = source.text.split('\n')
  const found = new Map<number, boolean>()
  walk(source, (node) => {
    if (!ts.isAsExpression(node) || node.type.getText() === 'const') return
    const first = source.getLineAndCharacterOfPosition(statementOf(node).getStart()).line
    const last = source.getLineAndCharacterOfPosition(node.end).line
    found.set(
      last,
      lines.slice(Math.max(0, first - 1), last + 1).some((line) => line.includes('// ')),
    )
  })
  return [...found].map(([line, hasReason]) => ({ where: `${path}:${line + 1}`, hasReason }))
}

const statementOf = (node: ts.Node): ts.Node =>
  ts.isStatement(node) || !node.parent ? node : statementOf(node.parent)

test('types are asserted at most once in 1,000 lines of a room, each time with a reason', () => {
  const rooms = Map.groupBy(sources, (path) => path.split('/')[1] ?? '')
  for (const [room, paths] of rooms) {
    const casts = paths.flatMap(castsIn)
    const lines = paths.reduce((sum, path) => sum + readText(path).split('\n').length, 0)
    expect(casts.length, `casts in src/${room}`).toBeLessThanOrEqual(lines / 1000)
    const bare = casts.filter(({ hasReason }) => !hasReason)
    expect(bare.map(({ where }) => `${where} casts without a reason beside it`)).toEqual([])
  }
})

function isLiteral(node: ts.Expression): boolean {
  if (ts.isPrefixUnaryExpression(node)) return isLiteral(node.operand)
  if (ts.isParenthesizedExpression(node)) return isLiteral(node.expression)
  if (ts.isBinaryExpression(node)) return isLiteral(node.left) && isLiteral(node.right)
  return ts.isLiteralExpression(node) && !ts.isRegularExpressionLiteral(node)
}

/** The names of constant numbers and texts at a file's top level. */
function literalNames(path: string): string[] {
  const statements = parse(path).statements.filter((node) => ts.isVariableStatement(node))
  return statements
    .filter(({ declarationList }) => (declarationList.flags & ts.NodeFlags.Const) !== 0)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(({ initializer }) => initializer !== undefined && isLiteral(initializer))
    .map(({ name }) => name.getText())
}

/** Whether a declaration in another case may be a literal, because its value begins like one. */
const mayBeLiteral =
  /^(export const |const |  )(?![A-Z][A-Z0-9_]*\b)\w+(: [^=\n]+)? =\s+[-+~!(]*['"`\d]/m

test('numbers and texts fixed at the top of a file are in SCREAMING_CASE', () => {
  const odd = filesWith(mayBeLiteral, sources).flatMap((path) =>
    literalNames(path)
      .filter((name) => !/^[A-Z][A-Z0-9_]*$/.test(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(odd).toEqual([])
})

test('money never becomes a floating-point number', () => {
  // The devnet answers like TRON's nodes, with amounts as JSON numbers.
  const files = sources.filter((path) => !path.startsWith('src/devnet/'))
  const found = files.filter((path) =>
    /parseFloat|Number\([^()]*(Micros|Units|Sun|E8)\b/.test(readText(path)),
  )
  expect(found).toEqual([])
})

const unitFirst = /^(ms|seconds|minutes|hours|days|micros|sun)[A-Z]/
const moment =
  /(At|_at|Until|_until|Since|_since|asOf|as_of)$|^(at|from|to|since|until|before|now)$/
// Columns of tables, and starts of hourly or daily counts.
const otherMoments = /^(minute|totp_failure_told|oldest_\w+|starts?|next|day)$/

const mayBeOdd = /\b(ms|seconds|minutes|hours|days|micros|sun)[A-Z]\w*\??:|:\s+(Generated<)?Date\b/

test('names end in their unit, and times in At, Since, or Until', () => {
  const odd: string[] = []
  for (const path of filesWith(mayBeOdd, sources)) {
    walk(parse(path), (node) => {
      if (!ts.isPropertySignature(node)) return
      const name = node.name.getText()
      const isDate = /^(Generated<)?Date\b/.test(node.type?.getText() ?? '')
      if (unitFirst.test(name) || (isDate && !moment.test(name) && !otherMoments.test(name)))
        odd.push(`${path}: ${name}`)
    })
  }
  expect(odd).toEqual([])
})
