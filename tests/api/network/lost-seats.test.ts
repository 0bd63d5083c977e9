import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSeats } from '../../../src/server/network/seats/seat-map.ts'
import { OWNER, PARENT } from '../../../src/server/network/seats/seat-fields.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { growMember } from '../support/grow-member.ts'

// After a failover that lost the end of the log, a replica still has seats that no longer exist.
// Two databases with the same beginning stand for the new primary and that replica.

let primary: Edge
let replica: Edge
let sponsors: number[]
beforeAll(async () => {
  primary = await openEdge()
  replica = await openEdge()
  sponsors = []
  for (let i = 0; i < 3; i++) {
    const sponsor = sponsors.at(-1) ?? 1
    const no = await growMember(primary, sponsor)
    await growMember(replica, sponsor)
    sponsors.push(no)
  }
})
afterAll(async () => {
  await primary.close()
  await replica.close()
})

const readRows = () =>
  primary.db
    .selectFrom('seats')
    .innerJoin('profiles', 'profiles.no', 'seats.profile_no')
    .select(['profile_no', 'parent_no', 'member_no'])
    .orderBy('ordinal')
    .execute()

/** The seats of a process that loads them from the replica, as rows of the given numbers. */
async function readLoaded(numbers: readonly number[]) {
  const replicas = { poolFor: async () => replica.context.pool }
  const map = openSeats({ ...primary.context, replicas, patienceMs: 30_000 })
  const { seats } = await map.read([])
  const rows = numbers.map((no) => ({
    profile_no: no,
    parent_no: seats.get(no, PARENT) || null,
    member_no: seats.get(no, OWNER),
  }))
  return { length: seats.length, rows }
}

test('keeps no seats of a replica that the primary doesn’t have', async () => {
  await growMember(replica, 1)
  const rows = await readRows()
  const loaded = await readLoaded(rows.map(({ profile_no: no }) => no))
  expect(loaded).toEqual({ length: rows.length, rows })
})

test('keeps no seats of a replica where the primary has other ones', async () => {
  const [first = 0] = sponsors
  await growMember(primary, first)
  await growMember(primary, first)
  const rows = await readRows()
  const loaded = await readLoaded(rows.map(({ profile_no: no }) => no))
  expect(loaded).toEqual({ length: rows.length, rows })
})
