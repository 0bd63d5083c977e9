import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesBelow, filesWith, parse, sources, walk } from './sources.ts'

// The compiler knows every column that the query builder names. It doesn't read the text of raw
// SQL, so few statements are raw.

const LEAST_CHECKED = 0.9
/** Pieces of raw SQL that name a column, outside raw statements. This number only goes down. */
const PIECES_WITH_COLUMNS = 40

/** The tables and columns of `src/db/tables`. */
function readNames(): { tables: string[]; columns: Set<string> } {
  const tables: string[] = []
  const columns = new Set<string>()
  for (const path of filesBelow('src/db/tables')) {
    walk(parse(path), (node) => {
      if (!ts.isPropertySignature(node) || !node.type) return
      if (ts.isTypeLiteralNode(node.type)) tables.push(node.name.getText())
      else columns.add(node.name.getText())
    })
  }
  return { tables, columns }
}

const { tables, columns } = readNames()
const readsTable = new RegExp(`\\b(from|join|into|update|using)\\s+(${tables.join('|')})\\b`)
/** Names of columns that are also words of SQL. */
const words = new Set(['at', 'by', 'count', 'day', 'epoch', 'key', 'name', 'no', 'text'])

const isSqlTag = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql'

/** The literal text of a template, without what it interpolates. */
const textOf = ({ template }: ts.TaggedTemplateExpression): string =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : [template.head, ...template.templateSpans.map(({ literal }) => literal)]
        .map(({ text }) => text)
        .join(' ? ')

/** The start of a chain of calls: the `db` of `db.selectFrom('members').execute()`. */
function startOf(node: ts.Expression): ts.Expression {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) {
    return startOf(node.expression)
  }
  return ts.isParenthesizedExpression(node) ? startOf(node.expression) : node
}

const compiles = /^compile(Once|ByRef)$/

/** Whether a call builds a statement to run later (`src/db/compiled.ts`). */
const isCompiled = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  compiles.test(node.expression.text)

const executes = /^(execute|executeTakeFirst|executeTakeFirstOrThrow)$/

/** Whether a call runs a statement, and how. Locks and settings name no column. */
function statementOf(node: ts.Node): 'checked' | 'raw' | undefined {
  if (isCompiled(node)) return 'checked'
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
  const { name, expression } = node.expression
  const [first] = node.arguments
  if (name.text === 'query') {
    const isFixed = first && ts.isStringLiteralLike(first)
    return isFixed && !readsTable.test(first.text) ? undefined : 'raw'
  }
  if (!executes.test(name.text)) return
  const start = startOf(expression)
  if (isSqlTag(start)) return readsTable.test(textOf(start)) ? 'raw' : undefined
  // Raw SQL gets the database when it runs, and a transaction gets its work. The builder gets
  // nothing.
  if (first === undefined) return 'checked'
  return expression.getText().includes('.transaction()') ? undefined : 'raw'
}

const mayMatter = /\bexecute|\bquery\b|\bsql\b|\bcompile(Once|ByRef)\b|\b(select|returning)All\b/
const files = filesWith(
  mayMatter,
  sources.filter((path) => path.startsWith('src/server/')),
)
const lineOf = (node: ts.Node): number =>
  node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1

test('the compiler checks the columns of nine statements in ten', () => {
  let checked = 0
  const raw: string[] = []
  for (const path of files) {
    walk(parse(path), (node) => {
      const kind = statementOf(node)
      if (kind === 'raw') raw.push(`${path}:${lineOf(node)}`)
      else if (kind === 'checked') checked += 1
    })
  }
  expect(checked / (checked + raw.length) >= LEAST_CHECKED ? [] : raw).toEqual([])
})

test('pieces of raw SQL leave columns to the builder', () => {
  const pieces: string[] = []
  for (const path of files) {
    walk(parse(path), (node) => {
      if (!isSqlTag(node) || statementOf(node.parent.parent) === 'raw') return
      const named = textOf(node).match(/[a-z_]+/g) ?? []
      if (named.some((word) => columns.has(word) && !words.has(word))) {
        pieces.push(`${path}:${lineOf(node)}`)
      }
    })
  }
  expect(pieces.length > PIECES_WITH_COLUMNS ? pieces : []).toEqual([])
})

/** Whether a node is inside a function, other than one that compiles statements itself. */
function isInFunction(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (!ts.isFunctionLike(at)) continue
    return !(ts.isFunctionDeclaration(at) && compiles.test(at.name?.text ?? ''))
  }
  return false
}

test('compiled statements belong to the module, not to a call', () => {
  const inCalls: string[] = []
  let found = 0
  for (const path of files) {
    walk(parse(path), (node) => {
      if (!isCompiled(node)) return
      found += 1
      if (isInFunction(node)) inCalls.push(`${path}:${lineOf(node)}`)
    })
  }
  expect(found).toBeGreaterThan(0)
  expect(inCalls).toEqual([])
})

/** The callee of a call on an object: the `selectAll` of `query.selectAll()`. */
const methodOf = (node: ts.Node): string =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
    ? node.expression.name.text
    : ''

/** The calls of a chain, last first. */
function chainOf(node: ts.Expression): ts.CallExpression[] {
  if (ts.isCallExpression(node)) return [node, ...chainOf(node.expression)]
  return ts.isPropertyAccessExpression(node) ? chainOf(node.expression) : []
}

/** Whether a call takes all columns of something that has no list of columns of its own. */
function takesAllColumns(node: ts.Node): boolean {
  const method = methodOf(node)
  if (method === 'returningAll') return true
  if (method !== 'selectAll' || !ts.isCallExpression(node)) return false
  const calls = chainOf(node)
  const [from] = calls.find((call) => methodOf(call) === 'selectFrom')?.arguments ?? []
  if (!from || calls.some((call) => /join/i.test(methodOf(call)))) return true
  // Other names are those of common table expressions.
  return ts.isStringLiteralLike(from) && tables.includes(from.text.split(' ')[0] ?? '')
}

// PostgreSQL refuses a prepared statement once a migration adds a column to its result. During an
// upgrade, processes of the previous version would fail.
test('statements name the columns that they read from a table', () => {
  const all: string[] = []
  for (const path of files) {
    walk(parse(path), (node) => {
      if (takesAllColumns(node)) all.push(`${path}:${lineOf(node)}`)
    })
  }
  expect(all).toEqual([])
})
