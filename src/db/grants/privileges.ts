import type { Database } from '../types.ts'

export type Privilege =
  | 'SELECT'
  | 'INSERT'
  | 'UPDATE'
  | 'DELETE'
  | `INSERT (${string})`
  | `UPDATE (${string})`

type Columns = { [T in keyof Database]: keyof Database[T] & string }

/** Rights on single columns of a table, whose rows a part may read. */
export function columnsOf<T extends keyof Database>(
  _table: T,
  { insert = [], update = [] }: { insert?: readonly Columns[T][]; update?: readonly Columns[T][] },
): readonly Privilege[] {
  return [
    'SELECT',
    ...insert.map((name) => `INSERT (${name})` as const),
    ...update.map((name) => `UPDATE (${name})` as const),
  ]
}

/** The right to the whole table that includes a right to a column. */
export const wholeOf = (right: string): string => right.replace(/ \(\w+\)/, '')
