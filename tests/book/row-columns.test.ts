import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTables, type Table } from '../../scripts/reference/schema-text.ts'
import * as ledger from '../../src/server/book/rows/ledger-rows.ts'
import * as money from '../../src/server/book/rows/money-rows.ts'
import * as network from '../../src/server/book/rows/network-rows.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

// A row may omit a column with a default. The ledger check compares only written columns.

let database: TestDatabase
let tables: Table[]
beforeAll(async () => {
  database = await createTestDatabase()
  tables = await readTables(database.pool)
})
afterAll(() => database.close())

type Written = {
  readonly table: string
  readonly columns: readonly (readonly [name: string, ...rest: unknown[]])[]
  readonly stamp?: string
}
/** Columns that the database fills in. The ledger check recomputes them. */
const BY_TRIGGER = ['members.referral_no']
const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && 'table' in value && 'columns' in value

const shapes = [ledger, money, network].flatMap((rows) => Object.values(rows).filter(isWritten))

test.each([...new Set(shapes.map(({ table }) => table))])(
  'the ledger writer writes every column of %s',
  (name) => {
    const own = shapes.filter(({ table }) => table === name)
    const written = new Set(
      own.flatMap(({ columns, stamp }) => [...columns.map(([column]) => column), stamp]),
    )
    const columns = tables.find((table) => table.name === name)?.columns ?? []
    expect(columns.length).toBeGreaterThan(0)
    const missing = columns.map((column) => column.name).filter((column) => !written.has(column))
    expect(missing.filter((column) => !BY_TRIGGER.includes(`${name}.${column}`))).toEqual([])
  },
)
