/** Set-based writes: one statement for many rows, with each column sent as an array. */
import { CompiledQuery, type InsertType } from 'kysely'
import type { Database, Tx } from '../../../db/types.ts'

export type ColumnType =
  | 'int2'
  | 'int4'
  | 'int8'
  | 'text'
  | 'bool'
  | 'timestamptz'
  | 'jsonb'
  | 'uuid'
export type Cell = string | number | bigint | boolean | null

type Column<F> = readonly [name: string, type: ColumnType, cell: (event: F, at: number) => Cell]

/** Columns with their types, and how an event fills them. */
export type Shape<F> = {
  readonly table: keyof Database
  readonly columns: readonly Column<F>[]
  /** A row with the same key replaces the existing one. */
  readonly key?: string
  /** The rows already exist: update them, matched by this column. */
  readonly change?: string
  /** New rows get the batch's time in this column. Updates don't touch it. */
  readonly stamp?: string
}

/** What fills a column: times as ISO text, whole numbers as bigint or number. */
type CellOf<Written> = Written extends bigint | number
  ? bigint | number
  : Written extends Date
    ? string
    : Exclude<Written, undefined>

type Name<Table extends keyof Database> = keyof Database[Table] & string

type ColumnOf<Table extends keyof Database, F> = {
  [Key in Name<Table>]: readonly [
    name: Key,
    type: ColumnType,
    cell: (event: F, at: number) => CellOf<InsertType<Database[Table][Key]>>,
  ]
}[Name<Table>]

/** A shape whose column names and cell types match its table. */
export type ShapeOf<Table extends keyof Database, F> = {
  readonly table: Table
  readonly columns: readonly ColumnOf<Table, F>[]
  readonly key?: Name<Table>
  readonly change?: Name<Table>
  readonly stamp?: Name<Table>
}

/** How an array literal shows a value. Numbers and the like need no quotes, which is cheaper. */
const QUOTES: { [Type in ColumnType]?: (text: string) => string } = {
  // JSON escapes quotes and backslashes as array literals do, and its text has no raw line feeds.
  jsonb: (text) => JSON.stringify(text),
  text: (text) => (/[\\"]/.test(text) ? `"${text.replace(/[\\"]/g, '\\$&')}"` : `"${text}"`),
  timestamptz: (text) => `"${text}"`,
}

function literal<F>(events: readonly F[], [, type, cell]: Column<F>, at: number): string {
  const quote = QUOTES[type]
  const cells = events.map((event) => {
    const value = cell(event, at)
    if (value === null) return 'NULL'
    return quote ? quote(String(value)) : value
  })
  return `{${cells.join(',')}}`
}

const assignments = (names: readonly string[], key: string, from: string): string =>
  names
    .filter((name) => name !== key)
    .map((name) => `${name} = ${from}.${name}`)
    .join(', ')

/** @param before how many parameters precede these in the statement */
function statementOf<F>(shape: Shape<F>, before: number): string {
  const { table, columns, key, change, stamp } = shape
  const names = columns.map(([name]) => name)
  const arrays = columns.map(([, type], i) => `$${before + i + 1}::${type}[]`).join(', ')
  const rows = `unnest(${arrays}) as u (${names.join(', ')})`
  if (change !== undefined) {
    const set = assignments(names, change, 'u')
    return `update ${table} t set ${set} from ${rows} where t.${change} = u.${change}`
  }
  const into = stamp === undefined ? names : [...names, stamp]
  const time = stamp === undefined ? '' : `, $${before + columns.length + 1}::timestamptz`
  if (key !== undefined) {
    const values = names.map((name) => `u.${name}`).join(', ')
    return `merge into ${table} t using ${rows} on t.${key} = u.${key}
      when matched then update set ${assignments(names, key, 'u')}
      when not matched then insert (${into.join(', ')}) values (${values}${time})`
  }
  return `insert into ${table} (${into.join(', ')}) select u.*${time} from ${rows}`
}

/** Rows for one table, ready to be written. */
export type Write = {
  readonly name: string
  readonly makeText: (before: number) => string
  readonly valuesAt: (at: number) => unknown[]
}

/** Events as rows of a shape: nothing without events, or else one write. */
export function rowsOf<F>(shape: Shape<F>, events: readonly F[]): readonly Write[] {
  if (events.length === 0) return []
  const { table, change, columns, stamp } = shape
  const valuesAt = (at: number): unknown[] => {
    const values = columns.map((column) => literal(events, column, at))
    return stamp === undefined ? values : [...values, new Date(at).toISOString()]
  }
  const makeText = (before: number): string => statementOf(shape, before)
  return [{ name: `${table} ${change ?? ''}`, makeText, valuesAt }]
}

const statements = new Map<string, string>()

function joinedText(writes: readonly Write[], values: readonly unknown[][], notify: boolean) {
  let before = 0
  const texts = writes.map(({ makeText }, i) => {
    const text = makeText(before)
    before += values[i]?.length ?? 0
    return text
  })
  const last = notify ? `select pg_notify('book', $${before + 1})` : (texts.pop() ?? '')
  if (texts.length === 0) return last
  return `with ${texts.map((text, i) => `w${i} as (${text})`).join(', ')} ${last}`
}

/**
 * Writes rows of several tables in one statement, and so in one round trip. The tables must differ,
 * since no write sees the rows of another. Triggers that check a whole statement run after all of
 * them.
 * @param at the batch's time in milliseconds
 * @param notified the payload of the notification to other writers
 */
export async function writeTogether(
  tx: Tx,
  writes: readonly Write[],
  at: number,
  notified?: string,
): Promise<void> {
  if (writes.length === 0) return
  const values = writes.map(({ valuesAt }) => valuesAt(at))
  const notifies = notified !== undefined
  const name = `${notifies} ${writes.map((write) => write.name).join()}`
  const text = statements.get(name) ?? joinedText(writes, values, notifies)
  statements.set(name, text)
  await tx.executeQuery(
    CompiledQuery.raw(text, [...values.flat(), ...(notifies ? [notified] : [])]),
  )
}

/**
 * Writes events as rows of a shape, in one statement. Does nothing without events.
 * @param at the batch's time in milliseconds
 */
export const writeRows = <F>(tx: Tx, shape: Shape<F>, events: readonly F[], at: number) =>
  writeTogether(tx, rowsOf(shape, events), at)
