import { format } from 'oxfmt'
import style from '../../oxfmt.config.ts'
import type { Migration } from '../../src/db/migration-files.ts'
import type { Column, Table } from './schema-text.ts'

// The catalog knows a column's type, and whether it may be null, has a default, or is limited to
// some texts. It doesn't know which columns a trigger fills.
const filledByTrigger: Record<string, string> = {
  'audit_entries.hash': 'ColumnType<Buffer, never, never>',
  'members.referral_no': 'ColumnType<number, never, never>',
}

const kinds: Record<string, string> = {
  bigint: 'bigint',
  integer: 'number',
  smallint: 'number',
  boolean: 'boolean',
  text: 'string',
  uuid: 'string',
  bytea: 'Buffer',
  date: 'Date',
  'timestamp with time zone': 'Date',
  'integer[]': 'number[]',
  'text[]': 'string[]',
}

/** Later tables that belong to the subject of an earlier migration. */
const subjectOf: Record<string, string> = {
  approval_endings: 'operators',
  payout_hold: 'payouts',
  withdrawal_approval_returns: 'money',
}

const helpers = ['ColumnType', 'Generated', 'GeneratedAlways']
const heading = '// Written from the migrated database by `npm run schema`.'

/**
 * The tables as Kysely types, by file name: one file for each migration that creates tables, named
 * after its subject. It also has later tables of this subject.
 */
export async function tableTypes(
  tables: readonly Table[],
  migrations: readonly Migration[],
): Promise<Map<string, string>> {
  const subjects = new Map<string, Table[]>()
  for (const { name, sql } of migrations) {
    const subject = name.replace(/^\d+-/, '').replace(/\.sql$/, '')
    const created = [...sql.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(
      ([, table]) => table,
    )
    for (const own of created.flatMap(
      (each) => tables.find((known) => known.name === each) ?? [],
    )) {
      const place = subjectOf[own.name] ?? subject
      subjects.set(place, [...(subjects.get(place) ?? []), own])
    }
  }
  const files = new Map<string, string>()
  for (const [subject, own] of subjects) {
    const file = `${subject}.ts`
    files.set(file, (await format(file, fileText(subject, own), style)).code)
  }
  return files
}

function fileText(subject: string, tables: readonly Table[]): string {
  const words = subject.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const body = tables.map(tableType).join('\n\n')
  const used = helpers.filter((helper) => new RegExp(`\\b${helper}<`).test(body))
  const imports = used.length === 0 ? '' : `import type { ${used.join(', ')} } from 'kysely'\n\n`
  return `${heading}\n\n${imports}export interface ${words.join('')}Tables {\n${body}\n}\n`
}

function tableType(table: Table): string {
  const columns = table.columns.map((column) => `${column.name}: ${columnType(table, column)}`)
  return `${commentText(table.comment)}${table.name}: {\n${columns.join('\n')}\n}`
}

function commentText(comment: string | null): string {
  if (comment === null) return ''
  const lines = comment.match(/.{1,90}(?:\s+|$)/g) ?? []
  if (lines.length === 1) return `/** ${comment} */\n`
  return `/**\n${lines.map((line) => ` * ${line.trim()}\n`).join('')} */\n`
}

function columnType(table: Table, column: Column): string {
  const trigger = filledByTrigger[`${table.name}.${column.name}`]
  if (trigger !== undefined) return trigger
  const { type, nullable, expression, identity } = column
  if (type === 'jsonb') return jsonType(nullable)
  const kind = textsOf(table, column.name) ?? kinds[type]
  if (kind === undefined) throw new Error(`No type for ${table.name}.${column.name}: ${type}.`)
  const whole = nullable ? `${kind} | null` : kind
  if (identity === 'always') return `GeneratedAlways<${whole}>`
  return expression !== null || identity !== null ? `Generated<${whole}>` : whole
}

/** JSON is written as text, because it may hold a bigint, and read as an unknown value. */
function jsonType(nullable: boolean): string {
  const written = nullable ? 'string | null' : 'string'
  return `ColumnType<unknown, ${written}, ${written}>`
}

/** The allowed texts of a column, if a constraint on that column alone lists them. */
function textsOf(table: Table, column: string): string | null {
  const list = new RegExp(`CHECK \\(\\(${column} = ANY \\(ARRAY\\[('.*'::text)\\]\\)\\)\\)$`)
  const found = table.constraints.map((text) => list.exec(text)?.[1]).find(Boolean)
  if (found === undefined) return null
  return found
    .split(', ')
    .map((text) => text.replace('::text', ''))
    .join(' | ')
}
