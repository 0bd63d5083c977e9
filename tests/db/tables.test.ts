import { afterAll, beforeAll, expect, test } from 'vitest'
import ts from 'typescript'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { filesBelow, parse } from '../support/sources.ts'

type Columns = Record<string, string>

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('the tables as the code sees them are the tables of the database', async () => {
  const inCode = readInterfaces()
  const inDatabase = await readSchema()
  expect(Object.keys(inCode).sort()).toEqual(Object.keys(inDatabase).sort())
  expect(inCode).toEqual(inDatabase)
})

/** What a column is to the code, as far as both sides can tell: `bigint`, `Date?`, … */
async function readSchema(): Promise<Record<string, Columns>> {
  const { rows } = await database.pool.query<{
    table: string
    column: string
    type: string
    nullable: boolean
  }>(`select c.table_name as table, c.column_name as column, c.data_type as type,
        c.is_nullable = 'YES' as nullable
      from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and c.table_name <> 'schema_migrations'
      order by c.table_name, c.ordinal_position`)
  const tables: Record<string, Columns> = {}
  for (const { table, column, type, nullable } of rows) {
    const columns = (tables[table] ??= {})
    // JSON may be null by itself, and the code has to look anyway.
    const kind = kinds[type] ?? type
    columns[column] = nullable && kind !== 'unknown' ? `${kind}?` : kind
  }
  return tables
}

const kinds: Record<string, string> = {
  bigint: 'bigint',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  text: 'string',
  uuid: 'string',
  bytea: 'Buffer',
  jsonb: 'unknown',
  ARRAY: 'Array',
  date: 'Date',
  'timestamp with time zone': 'Date',
}

const options: ts.CompilerOptions = {
  strict: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.Preserve,
  types: ['node'],
}

function readInterfaces(): Record<string, Columns> {
  const files = filesBelow('src/db/tables')
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const tables: Record<string, Columns> = {}
  for (const path of files) {
    const source = program.getSourceFile(path) ?? parse(path)
    for (const node of source.statements) {
      if (!ts.isInterfaceDeclaration(node) || !node.name.text.endsWith('Tables')) continue
      for (const table of checker.getTypeAtLocation(node).getProperties()) {
        tables[table.name] = readColumns(checker, checker.getTypeOfSymbol(table))
      }
    }
  }
  return tables
}

function readColumns(checker: ts.TypeChecker, table: ts.Type): Columns {
  const columns: Columns = {}
  for (const column of table.getProperties()) {
    columns[column.name] = kindOf(checker, checker.getTypeOfSymbol(column))
  }
  return columns
}

function kindOf(checker: ts.TypeChecker, declared: ts.Type): string {
  const selected = declared.getProperty('__select__')
  const type = selected === undefined ? declared : checker.getTypeOfSymbol(selected)
  if ((type.flags & ts.TypeFlags.Unknown) !== 0) return 'unknown'
  const nullable = checker.getNonNullableType(type) !== type
  const whole = checker.getBaseTypeOfLiteralType(checker.getNonNullableType(type))
  const name = whole.getSymbol()?.name ?? checker.typeToString(whole)
  const isText = (whole.flags & ts.TypeFlags.StringLike) !== 0 || name.startsWith("'")
  return (isText || name.startsWith('"') ? 'string' : name) + (nullable ? '?' : '')
}
