import { parentPort, workerData } from 'node:worker_threads'
import { openPool } from '../../../db/pool.ts'
import { eventsOf, type LedgerEvent } from '../../../domain/ledger/event.ts'
import { commit, type State } from '../../../domain/ledger/state.ts'
import { IMPORT_RULES, importMember } from '../../../domain/network/import-member.ts'
import { ownerOf } from '../../../domain/network/seats.ts'
import { foldNetwork } from '../../book/state/fold.ts'
import type { Holder, Placed, Placing, ToPlace } from './place-messages.ts'

// Imports members into a copy of the trees, by the ledger's own rules. It runs in its own thread,
// so that the process can still answer requests. It never writes to the database.

/** Places rows one after the other. The changes end with the thread. */
function placeAll(state: State, rows: readonly ToPlace[]): Placed[] {
  const known = state.numbers.member
  state.numbers.rules = Math.max(state.numbers.rules, IMPORT_RULES)
  /** By row, its new member number. */
  const numbers: (number | null)[] = []
  /** By new member number, the row. */
  const rowOf: number[] = []
  const holder = (no: number): Holder => (no <= known ? { no } : { at: rowOf[no - known - 1] ?? 0 })
  return rows.map((row, at): Placed => {
    const sponsor = 'no' in row.sponsor ? row.sponsor.no : (numbers[row.sponsor.at] ?? null)
    const events: LedgerEvent[] = []
    const { plans, side, isTaken } = row
    const refused =
      sponsor === null || isTaken
        ? { refusal: null }
        : importMember(state, events, { kind: 'import_member', sponsor, plans, side })
    numbers.push(refused ? null : state.numbers.member)
    commit(state)
    if (refused) {
      const { refusal } = refused
      if (refusal === null) return { refused: null }
      return { refused: refusal.code === 'paid_board' ? refusal.code : 'other' }
    }
    rowOf.push(at)
    const seats = eventsOf({ events }, 'seat').map((seat) => {
      return { plan: seat.plan, under: holder(ownerOf(state, seat.parent)), side: seat.side }
    })
    return { seats }
  })
}

async function place({ connectionString, rows }: Placing): Promise<Placed[]> {
  const pool = openPool({ connectionString, name: 'placements', maxConnections: 1 })
  try {
    return placeAll(await foldNetwork(pool), rows)
  } finally {
    await pool.end()
  }
}

// Only place-in-turn.ts starts this thread, always with this data.
const what = workerData as Placing
parentPort?.postMessage(await place(what), [])
