import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeMigration } from '../../scripts/languages/add-language.ts'

// During a rollout, processes of the previous version work on the same tables. So an expanding
// migration may only add, and must not lock a large table for long.

const folder = new URL('../../src/db/migrations/', import.meta.url)
const NO_TRANSACTION = '-- no transaction'

type Rule = { name: string; breaks: (statement: string, sql: string) => boolean }

/** Whether the file itself creates the statement's table, so that nothing uses it yet. */
const isOwn = (sql: string, table: string | undefined): boolean =>
  table !== undefined && new RegExp(`^create (unlogged )?table ${table}\\b`, 'm').test(sql)

const tableOf = (statement: string, form: RegExp): string | undefined => form.exec(statement)?.[1]

// Versions treat an unknown language as English.
const addsLanguage =
  /^alter table \w+ drop constraint (\w+_language_check),\s*add constraint \1 .* not valid$/s

// The previous version only inserts payouts with new transactions, so it needs no constraint.
// It asks for pins by name, so further names don't matter to it.
const loosens =
  /^alter table \w+ drop constraint if exists (payouts_txid_key|installation_pins_name_check)$/

const rules: Rule[] = [
  {
    name: 'drops',
    breaks: (text) =>
      /^\s*drop\b|\bdrop (column|constraint|not null)\b/.test(text) &&
      !addsLanguage.test(text) &&
      !loosens.test(text),
  },
  { name: 'renames', breaks: (text) => /^alter .*\brename\b/s.test(text) },
  { name: 'changes a type', breaks: (text) => /^alter table .*\btype\b/s.test(text) },
  { name: 'requires a value', breaks: (text) => /\bset not null\b/.test(text) },
  {
    name: 'adds a column without a default that must not be null',
    breaks: (text) => /\badd column\b(?!.*\bdefault\b).*\bnot null\b/s.test(text),
  },
  {
    name: 'checks all rows at once: add the constraint not valid, then validate it',
    breaks: (text) =>
      /^alter table .*\badd (constraint \w+ )?(check|foreign key)\b/s.test(text) &&
      !/\bnot valid\b/.test(text),
  },
  {
    name: 'builds an index that blocks writes',
    breaks: (text, sql) =>
      /^create (unique )?index (?!concurrently)/.test(text) &&
      !isOwn(sql, tableOf(text, /\bon (?:only )?(\w+)/)),
  },
  {
    name: 'builds an index concurrently, but runs in a transaction',
    breaks: (text, sql) => /\bconcurrently\b/.test(text) && !sql.startsWith(NO_TRANSACTION),
  },
  {
    name: 'runs without a transaction, and can’t run twice',
    breaks: (text, sql) =>
      sql.startsWith(NO_TRANSACTION) &&
      !/\bif not exists\b|^alter table \w+ validate constraint\b/.test(text),
  },
  {
    name: 'changes rows of an existing table: a job does that in steps',
    breaks: (text, sql) =>
      /^(update|delete from)\b/.test(text) &&
      !isOwn(sql, tableOf(text, /^(?:update|delete from) (\w+)/)),
  },
]

/** Statements of a file, without comments and the bodies of functions. */
const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/\$\$.*?\$\$/gs, '')
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().toLowerCase())
    .filter((statement) => statement !== '')

const faultsOf = (sql: string): string[] =>
  statementsOf(sql).flatMap((statement) =>
    rules
      .filter(({ breaks }) => breaks(statement, sql))
      .map(({ name }) => `${name}: ${statement.slice(0, 80)}`),
  )

const filesIn = (path: URL): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sql'))
    .map(({ name }) => name)

test('expanding migrations leave the previous version working', () => {
  const faults = filesIn(folder).flatMap((name) =>
    faultsOf(readFileSync(new URL(name, folder), 'utf8')).map((fault) => `${name} ${fault}`),
  )
  expect(faults).toEqual([])
})

test('migrations have numbers of their own, in order', () => {
  const names = filesIn(folder).toSorted()
  expect(names.filter((name) => !/^\d{3}-[a-z-]+\.sql$/.test(name))).toEqual([])
  expect(new Set(names.map((name) => name.slice(0, 3))).size).toBe(names.length)
})

test.each([
  'drop table seats;',
  'alter table seats drop column depth;',
  'alter table seats rename column depth to level;',
  'alter table seats alter column depth type bigint;',
  'alter table seats alter column depth set not null;',
  'alter table seats add column color text not null;',
  'alter table seats add constraint c check (depth > 0);',
  'create index seats_by_depth on seats (depth);',
  'create index concurrently if not exists seats_by_depth on seats (depth);',
  `${NO_TRANSACTION}\ncreate index concurrently seats_by_depth on seats (depth);`,
  'update seats set depth = 1;',
  'delete from seats;',
])('refuses %s', (sql) => {
  expect(faultsOf(sql)).not.toEqual([])
})

test.each([
  'create table colors (name text primary key); create index colors_by on colors (name);',
  'alter table seats add column color text;',
  "alter table seats add column color text not null default 'red';",
  'alter table seats add constraint c check (depth > 0) not valid;',
  writeMigration('  constraint members_language_check CHECK (…)', ['en', 'es', 'fr']),
  `${NO_TRANSACTION}\nalter table seats validate constraint c;`,
  `${NO_TRANSACTION}\ncreate index concurrently if not exists seats_by_depth on seats (depth);`,
])('accepts %s', (sql) => {
  expect(faultsOf(sql)).toEqual([])
})
