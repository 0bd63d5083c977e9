import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSeats } from '../../../src/server/network/seat-map.ts'
import { OWNER, PARENT } from '../../../src/server/network/seat-fields.ts'
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
    expect(await growMember(replica, sponsor)).toBe(no)
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

/** Whether a process that loads its seats from the replica has those of the primary. */
async function expectPrimarySeats(): Promise<void> {
  const replicas = { poolFor: async () => replica.context.pool }
  const map = openSeats({ ...primary.context, replicas, patienceMs: 30_000 })
  const { seats } = await map.read([])
  const rows = await readRows()
  expect(seats.length).toBe(rows.length)
  const loaded = rows.map(({ profile_no: no }) => ({
    profile_no: no,
    parent_no: seats.get(no, PARENT) || null,
    member_no: seats.get(no, OWNER),
  }))
  expect(loaded).toEqual(rows)
}

test('keeps no seats of a replica that the primary doesn’t have', async () => {
  await growMember(replica, 1)
  await expectPrimarySeats()
})

test('keeps no seats of a replica where the primary has other ones', async () => {
  const [first = 0] = sponsors
  await growMember(primary, first)
  await growMember(primary, first)
  await expectPrimarySeats()
})
