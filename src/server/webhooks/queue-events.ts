import { randomUUID } from 'node:crypto'
import { nowMs } from '../../clock/clock.ts'
import { WEBHOOK_VERSION } from '../../contract/subjects/webhook-events.ts'
import { compileOnce } from '../../db/compiled.ts'
import type { Db, Tx } from '../../db/types.ts'
import { lastCommand } from '../command-log/slice.ts'
import { addDeliveries, lockLanes } from './lanes.ts'
import { readNext, readUsernames } from './read-slice.ts'
import type { Happening } from './webhook-event.ts'

// Whether there is anything to do, in one statement: this runs twice a second.
const isBehind = compileOnce((db) =>
  db
    .selectFrom('webhook_cursor')
    .select('seq')
    .where('seq', '<', lastCommand)
    .where((eb) => eb.exists(eb.selectFrom('webhook_endpoints').where('disabled_by', 'is', null))),
)

/** Makes events from the log's new commands until there are none left. */
export async function queueEvents(db: Db, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await isBehind.first(db, {}))) {
    if (!(await db.transaction().execute(queueNext))) return
  }
}

/**
 * Makes events from the next part of the log. False if there is none, or another process is at it.
 */
async function queueNext(tx: Tx): Promise<boolean> {
  const cursor = await tx
    .selectFrom('webhook_cursor')
    .select(['seq', 'member_no', 'profile_no', 'event_no'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!cursor) return false
  const endpoints = await tx
    .selectFrom('webhook_endpoints')
    .select(['events', 'from_seq'])
    .where('disabled_by', 'is', null)
    .execute()
  const stops = endpoints.map(({ from_seq: seq }) => seq)
  const told = await readNext(tx, cursor, stops)
  if (!told) return false
  const wanted = new Set(endpoints.flatMap(({ events }) => events))
  const happenings = told.happenings.filter(({ type }) => wanted.has(type))
  const events = await describe(tx, happenings, numberAfter(cursor.event_no), told.cursor.seq)
  await insertEvents(tx, events)
  if (events.length > 0) {
    await lockLanes(tx)
    await addDeliveries(tx, events)
  }
  const last = events.at(-1)?.no ?? cursor.event_no
  await tx
    .updateTable('webhook_cursor')
    .set({ ...told.cursor, event_no: last })
    .execute()
  return true
}

const FIRST_SECOND = Date.UTC(2026, 0, 1) / 1_000

/**
 * The number after which new events are numbered: the newest one's, and at least the seconds of the
 * clock. A database that lost its newest events has forgotten numbers that receivers know, but time
 * has passed since. So it gives none of them to another event, unless a burst of events had put the
 * numbers ahead of the clock. `skipNumbers` is for that.
 */
export const numberAfter = (newest: bigint): bigint => {
  const seconds = BigInt(Math.floor(nowMs() / 1_000 - FIRST_SECOND))
  return newest > seconds ? newest : seconds
}

/** More events than a restore ever loses. Receivers may keep numbers in 32 bits. */
const SKIPPED = 10_000_000n

/** Numbers later events above all that a restored database may have forgotten. */
export const skipNumbers = (db: Db) =>
  db
    .updateTable('webhook_cursor')
    .set((eb) => ({
      event_no: eb(eb.fn<bigint>('greatest', ['event_no', eb.val(numberAfter(0n))]), '+', SKIPPED),
    }))
    .execute()

/** A statement takes 65,535 values at most. */
const ROWS_AT_ONCE = 5_000

type NewEvent = {
  readonly no: bigint
  readonly id: string
  readonly type: string
  readonly member: number
  /** The end of its part of the log. */
  readonly seq: bigint
  readonly body: string
}

type About = {
  readonly type: string
  readonly at: Date
  readonly member: { readonly id: string; readonly username: string } | null
  readonly data: unknown
}

/** An event as receivers get it. */
export function makeEvent(no: bigint, { type, at, member, data }: About) {
  const id = `evt_${randomUUID().replaceAll('-', '')}`
  const body = JSON.stringify({
    id,
    type,
    version: WEBHOOK_VERSION,
    sequence: Number(no),
    created_at: at.toISOString(),
    member,
    data,
  })
  return { no, id, type, body }
}

async function describe(
  tx: Tx,
  happenings: readonly Happening[],
  after: bigint,
  seq: bigint,
): Promise<NewEvent[]> {
  const usernames = await readUsernames(
    tx,
    happenings.map(({ member }) => member),
  )
  return happenings.map((happening, i) => {
    const { member: no } = happening
    const member = { id: String(no), username: usernames.get(no) ?? '' }
    return { ...makeEvent(after + BigInt(i) + 1n, { ...happening, member }), member: no, seq }
  })
}

export async function insertEvents(
  tx: Tx,
  events: readonly Omit<NewEvent, 'seq'>[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ no, id, type, member, body }) => {
    return { no, public_id: id, kind: type, member_no: member, body }
  })
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    const some = rows.slice(i, i + ROWS_AT_ONCE)
    await tx.insertInto('webhook_events').values(some).execute()
  }
}
