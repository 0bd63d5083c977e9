import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesWith, parse, sources, walk } from './sources.ts'

// Times in the database come from its own clock, because the clocks of processes differ: see
// docs/decisions/042-time-and-limits.md. A statement says `now`, `ago`, or `fromNow`. Other code
// asks `nowMs` of src/clock.

/** Calls of the query builder that compare or store values, and statements built once. */
const takesValues = /^(where|on|having|set|values|doUpdateSet|rows|first|one|run)$/

/** `new Date()` or `Date.now()`, also as part of a calculation. */
const readsClock = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'Date' &&
    (node.arguments ?? []).length === 0) ||
  (ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.getText() === 'Date.now')

function isInStatement(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isBlock(at)) return false
    if (!ts.isCallExpression(at) || !ts.isPropertyAccessExpression(at.expression)) continue
    if (takesValues.test(at.expression.name.text)) return true
  }
  return false
}

function clocksIn(source: ts.SourceFile): string[] {
  const found: string[] = []
  walk(source, (node) => {
    if (!readsClock(node) || !isInStatement(node)) return
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    found.push(`${source.fileName}:${line}`)
  })
  return found
}

test('statements take the time from the database', () => {
  const files = filesWith(/\bnew Date\b|\bDate\.now\b/, sources).filter((path) =>
    path.startsWith('src/server/'),
  )
  expect(files.flatMap((path) => clocksIn(parse(path)))).toEqual([])
})

/** Where the machine's own clock is meant. */
const OWN_CLOCK: Record<string, string> = {
  'src/server/book/clock.ts': 'compares clocks',
  'src/server/book/submission.ts': 'numbers that need not be times',
  'src/server/book/snapshot/snapshots.ts': 'ages of files, which have times of this machine',
  'src/server/metrics/figures.ts': 'compares clocks',
  'src/server/monitoring/measure.ts': 'compares clocks',
  'src/server/email/mailbox.ts': 'development',
  'src/tron/signer/sign-command.ts': 'a machine without a database',
  'src/tron/signer/signer-store.ts': 'a machine without a database',
}

test('the server goes by the database’s clock', () => {
  const files = filesWith(/\bnew Date\(\)|\bDate\.now\b/, sources).filter((path) =>
    /^src\/(server|tron)\//.test(path),
  )
  const own = files.filter((path) => {
    let found = false
    walk(parse(path), (node) => (found ||= readsClock(node)))
    return found
  })
  expect(own.toSorted()).toEqual(Object.keys(OWN_CLOCK).toSorted())
})

const clocksOf = (text: string): number =>
  clocksIn(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true)).length

test('finds the process’s time in a statement', () => {
  expect(clocksOf("db.selectFrom('a').where('at', '>', new Date())")).toBe(1)
  expect(clocksOf("db.updateTable('a').set({ at: new Date(Date.now() - 5) })")).toBe(1)
  expect(clocksOf('found.first(db, { at: new Date() })')).toBe(1)
  expect(clocksOf("db.selectFrom('a').where('at', '>', new Date(text))")).toBe(0)
  expect(clocksOf('if (Date.now() > endsAtMs) return')).toBe(0)
})
