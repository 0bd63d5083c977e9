import type { Pool } from 'pg'

/** A table as the catalog describes it. */
export type Table = {
  name: string
  comment: string | null
  unlogged: boolean
  options: string[] | null
  columns: Column[]
  /** `name definition`, as PostgreSQL prints the definition. */
  constraints: string[]
  /** Whole statements. */
  indexes: string[]
  triggers: string[]
  /** What the rows are divided by, such as `RANGE (no)`; null without partitions. */
  divided: string | null
  partitions: Partition[]
}

export type Partition = {
  name: string
  /** Which rows it has, such as `FOR VALUES FROM (MINVALUE) TO ('8')`. */
  bound: string
  options: string[] | null
  /** Whole statements, without those of the table. */
  triggers: string[]
}

export type Column = {
  name: string
  type: string
  nullable: boolean
  expression: string | null
  identity: 'always' | 'by default' | null
}

type View = { name: string; comment: string | null; definition: string }

export type SchemaFunction = { definition: string; everyone: boolean }

// The migration code itself creates its log table.
const readTablesSql = `
select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
  c.relpersistence = 'u' as unlogged, c.reloptions as options,
  (select json_agg(json_build_object('name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod), 'nullable', not a.attnotnull,
      'expression', pg_get_expr(d.adbin, d.adrelid),
      'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end)
      order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  array(select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where conrelid = c.oid and contype not in ('n', 't')
    order by contype = 'p' desc, contype, conname) as constraints,
  array(select pg_get_indexdef(i.indexrelid) from pg_index i
    where i.indrelid = c.oid
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid
        and k.conrelid = c.oid)
    order by i.indexrelid::regclass::text) as indexes,
  array(select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = c.oid and not tgisinternal order by tgname) as triggers,
  case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as divided,
  coalesce((select json_agg(json_build_object('name', p.relname,
      'bound', pg_get_expr(p.relpartbound, p.oid), 'options', p.reloptions,
      'triggers', array(select pg_get_triggerdef(oid) from pg_trigger
        where tgrelid = p.oid and tgparentid = 0 and not tgisinternal order by tgname))
      order by p.relname)
    from pg_inherits i join pg_class p on p.oid = i.inhrelid and p.relkind = 'r'
    where i.inhparent = c.oid), '[]') as partitions
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  and not c.relispartition and c.relname <> 'schema_migrations'
order by c.relname collate "C"`

const readViewsSql = `
select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
  pg_get_viewdef(c.oid) as definition
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
order by c.relname collate "C"`

const readFunctionsSql = `
select pg_get_functiondef(p.oid) as definition,
  has_function_privilege('public', p.oid, 'execute') as everyone
from pg_proc p
where p.pronamespace = 'public'::regnamespace
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
order by p.proname collate "C"`

export async function readTables(pool: Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(readTablesSql)
  return rows
}

export async function readFunctions(pool: Pool): Promise<SchemaFunction[]> {
  const { rows } = await pool.query<SchemaFunction>(readFunctionsSql)
  return rows
}

/** The whole schema of a migrated database as SQL, sorted by name. */
export async function readSchemaText(pool: Pool): Promise<string> {
  const functions = await readFunctions(pool)
  const tables = await readTables(pool)
  const { rows: views } = await pool.query<View>(readViewsSql)
  return [
    '-- What the migrations add up to. Written by `npm run schema`; a test compares it with a\n' +
      '-- migrated database. To change the schema, add a migration.',
    ...functions.map(functionText),
    ...tables.map(tableText),
    ...views.map(viewText),
    '',
  ].join('\n\n')
}

function functionText({ definition, everyone }: SchemaFunction): string {
  const remark = everyone ? '' : '-- Only for roles that it is granted to.\n'
  return `${remark}${definition.trim().replaceAll(/[ \t]+$/gm, '')};`
}

const remarkOf = (comment: string | null): string[] =>
  comment === null ? [] : [comment.replaceAll(/^/gm, '-- ')]

const viewText = ({ name, comment, definition }: View): string =>
  [...remarkOf(comment), `create view ${name} as\n${definition}`].join('\n')

function tableText(table: Table): string {
  const lines = [
    ...table.columns.map(columnText),
    ...table.constraints.map((c) => `constraint ${c}`),
  ]
  const divided = table.divided === null ? '' : ` partition by ${table.divided}`
  return [
    ...remarkOf(table.comment),
    `create ${table.unlogged ? 'unlogged ' : ''}table ${table.name} (`,
    `${lines.map((line) => `  ${line}`).join(',\n')}\n)${divided}${withText(table.options)};`,
    ...[...table.indexes, ...table.triggers].map(statementText),
    ...table.partitions.flatMap(({ name, bound, options, triggers }) => [
      `create table ${name} partition of ${table.name} ${bound}${withText(options)};`,
      ...triggers.map(statementText),
    ]),
  ].join('\n')
}

const withText = (options: readonly string[] | null): string =>
  options === null ? '' : ` with (${options.join(', ')})`

/** Indexes of a whole table are printed with `ON ONLY`, as if its partitions had none. */
const statementText = (text: string): string =>
  `${text.replaceAll('public.', '').replace(' ON ONLY ', ' ON ')};`

function columnText({ name, type, nullable, expression, identity }: Column): string {
  const parts = [name, type]
  if (!nullable) parts.push('not null')
  if (expression !== null) parts.push(`default ${expression}`)
  if (identity !== null) parts.push(`generated ${identity} as identity`)
  return parts.join(' ')
}
