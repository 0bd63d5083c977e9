import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  ValueNode,
  type CompiledQuery,
  type DeleteResult,
  type Dialect,
  type Expression,
  type InsertResult,
  type QueryCreator,
  type UpdateResult,
} from 'kysely'
import type { Database, Db, Tx } from './types.ts'

// Building a statement and compiling it to text costs more than everything else this process does
// for a small read. Statements that every request needs are built once.

/** A placeholder for a value that a compiled statement gets when it runs. */
export class Parameter<T> implements Expression<T> {
  readonly #name: string
  constructor(name: string) {
    this.#name = name
  }
  /** The name, if a statement's value is such a placeholder. */
  static nameOf(value: unknown): string | undefined {
    return value instanceof Parameter ? value.#name : undefined
  }
  get expressionType(): T | undefined {
    return undefined
  }
  toOperationNode(): ValueNode {
    return ValueNode.create(this)
  }
  // Turning a placeholder into text would put that text into the statement instead of the value.
  [Symbol.toPrimitive](): never {
    throw new TypeError(`The parameter ${this.#name} has no value while the statement is built.`)
  }
  toJSON(): never {
    return this[Symbol.toPrimitive]()
  }
}

/** The parameters of a statement by name, for its builder. */
export type Given<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> }

/** The rows that a statement returns. Without `returning`, a change returns none. */
type RowsOf<Row> = Row extends InsertResult | UpdateResult | DeleteResult ? never : Row

/** A statement of the query builder, before it runs. */
export type Compilable<Row> = { compile(): CompiledQuery<Row> }

export type Compiled<Values, Row> = {
  rows(db: Db | Tx, values: Values): Promise<RowsOf<Row>[]>
  first(db: Db | Tx, values: Values): Promise<RowsOf<Row> | undefined>
  /** The first row. Throws if there is none. */
  one(db: Db | Tx, values: Values): Promise<RowsOf<Row>>
  /** Runs a change. Returns the number of changed rows. */
  run(db: Db | Tx, values: Values): Promise<bigint>
}

type Build<Values, Row> = (db: QueryCreator<Database>, given: Given<Values>) => Compilable<Row>

/** PostgreSQL's, without connections. */
export const bareDialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** Builds statements. It never runs them. */
const builder = new Kysely<Database>({ dialect: bareDialect })

/**
 * A statement whose text is built on its first use and never again. Values that change from call to
 * call must come through `given`: the builder doesn't run a second time.
 */
export function compileOnce<Values extends object, Row>(
  build: Build<Values, Row>,
): Compiled<Values, Row> {
  let built: Built<Row> | undefined
  const ask = (db: Db | Tx, values: Values) => {
    built ??= compile(build)
    return db.executeQuery(fill<RowsOf<Row>>(built, values))
  }
  return {
    rows: async (db, values) => (await ask(db, values)).rows,
    first: async (db, values) => (await ask(db, values)).rows[0],
    one: async (db, values) => {
      const [row] = (await ask(db, values)).rows
      if (row === undefined) throw new Error('The statement returned no row.')
      return row
    },
    run: async (db, values) => (await ask(db, values)).numAffectedRows ?? 0n,
  }
}

type Built<Row> = { compiled: CompiledQuery<Row>; names: (string | undefined)[] }

function compile<Values, Row>(build: Build<Values, Row>): Built<Row> {
  // Only the builder's type has the names, so we create each parameter on first use.
  const given = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as Given<Values>
  const compiled = build(builder, given).compile()
  const names = compiled.parameters.map((value) => Parameter.nameOf(value))
  compiled.parameters
    .filter((_, i) => names[i] === undefined)
    .forEach((value) => requireConstant(value))
  return { compiled, names }
}

/**
 * Refuses a value that looks like it belongs to the first call, because all later calls would use
 * it.
 */
function requireConstant(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) requireConstant(item)
  else if (typeof value === 'object' && value !== null) {
    throw new TypeError('Objects, dates, and bytes must be parameters of a compiled statement.')
  }
}

function fill<Row>({ compiled, names }: Built<unknown>, values: object): CompiledQuery<Row> {
  const { query, queryId, sql } = compiled
  const parameters = names.map((name, i) =>
    name === undefined ? compiled.parameters[i] : valueOf(values, name),
  )
  return { query, queryId, sql, parameters }
}

function valueOf(values: object, name: string): unknown {
  const value: unknown = Reflect.get(values, name)
  if (value === undefined) throw new TypeError(`The parameter ${name} has no value.`)
  return value
}
