import type { KyselyPlugin, OperationNode, RootOperationNode } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'

// A staff call gets its database through a gate, so no route can forget it: each of its
// transactions checks the caller again.

/** Runs before a transaction's work, or right after it, before the commit. */
export type Gate = { readonly at: 'start' | 'end'; pass(tx: Tx): Promise<void> }

const WRITES: ReadonlySet<OperationNode['kind']> = new Set([
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  'MergeQueryNode',
])

/** A write outside a transaction wouldn't pass the gate. This finds it in the first test. */
const refuseWrites: KyselyPlugin = {
  transformQuery({ node }): RootOperationNode {
    if (WRITES.has(node.kind)) throw new Error('a staff call may write only in a transaction')
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

const gates = new WeakMap<Tx, Gate>()

/** Passes the gate of a transaction that would pass it at its end, before it locks a row. */
export const passGate = async (tx: Tx): Promise<void> => await gates.get(tx)?.pass(tx)

const originals = new WeakMap<Db, Db>()

/** The same database. Its transactions pass the gate, and outside of them, it only reads. */
export function gateDb(db: Db, gate: Gate): Db {
  const transaction = () => {
    const builder = db.transaction()
    const execute = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      builder.execute(async (tx) => {
        gates.set(tx, gate)
        if (gate.at === 'start') await gate.pass(tx)
        const done = await work(tx)
        if (gate.at === 'end') await gate.pass(tx)
        return done
      })
    return { execute }
  }
  const reading = db.withPlugin(refuseWrites)
  const gated = new Proxy(reading, {
    get(target, name) {
      if (name === 'transaction') return transaction
      if (name === 'startTransaction' || name === 'connection') {
        throw new Error('a staff call starts its transactions with transaction()')
      }
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const bound: unknown = value.bind(target)
      return bound
    },
  })
  originals.set(gated, db)
  return gated
}

/** The database without the gate, for what follows a change that is already committed. */
export const ungated = (db: Db): Db => originals.get(db) ?? db
