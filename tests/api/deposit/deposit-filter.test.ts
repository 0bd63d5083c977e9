import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { depositStages } from '../../../src/contract/fields/states.ts'
import { addMember } from '../support/members.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'

// Operators find every request under the status and the stage that its row shows.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
  const { no: member } = await addMember(staff.edge, 'ada')
  const { no: other } = await addMember(staff.edge, 'ben')
  const { no: third } = await addMember(staff.edge, 'cleo')
  await staff.edge.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into deposit_addresses (member_no, address_index, address)
      select no, no, 'T' || no from members where no in (${member}, ${other}, ${third})
      on conflict do nothing`.execute(tx)
    await sql`insert into chain_cursors (network, final_number, final_id, final_at, head_number,
        record_from) values ('test', 90, '', now(), 100, 0)`.execute(tx)
    // No. 1 to 5 are open: awaiting, seen, seen in the newest block, confirming, and mismatched.
    await sql`insert into deposit_requests (no, public_id, member_no, asset, amount_micros,
        fee_micros, crypto_units, rate_e8, opened_at, expires_at, state, closed_at)
      select no, 'DP' || no, owner, asset, 10000000, 200000, 10200000, 100000000, now(), now(),
        state, case when state <> 'open' then now() end
      from (values (1, ${member}::int, 1, 'open'), (2, ${member}::int, 2, 'open'),
        (3, ${other}::int, 1, 'open'), (4, ${other}::int, 2, 'open'), (5, ${third}::int, 1, 'open'),
        (6, ${third}::int, 1, 'expired'), (7, ${third}::int, 1, 'expired'),
        (8, ${third}::int, 1, 'replaced'), (9, ${third}::int, 1, 'credited'))
        given (no, owner, asset, state)`.execute(tx)
    await sql`insert into pending_transfers (network, txid, asset, log_index, member_no, amount,
        block_number)
      values ('test', 'a', 2, 0, ${member}, 1, null), ('test', 'b', 1, 0, ${other}, 1, 100),
        ('test', 'c', 2, 0, ${other}, 1, 99), ('test', 'd', 1, 0, ${third}, 1, 99)`.execute(tx)
    // Paid too little: the open no. 5 and the expired no. 6.
    await sql`insert into transfers (no, network, txid, asset, log_index, member_no, to_address,
        amount, rate_e8, block_number, block_at, state, request_no, seen_at)
      select no, 'test', repeat('a', 63) || no, 1, 0, ${third}, 'T', 1, 1, 1, now(), 'unattributed',
        no, now() from (values (5), (6)) given (no)`.execute(tx)
  })
})
afterAll(() => staff.close())

const list = async (query: string) =>
  (await staff.as('support', 'GET', `deposits/?page_size=100${query}`)).body

test.each(['pending', 'approved', 'rejected', ...depositStages])('%s', async (status) => {
  const all = (await list('')).results
  const wanted = all.filter((row) => row.status === status || row.stage === status)
  expect(wanted.length).toBeGreaterThan(0)
  for (const who of ['', 'ada', 'ben', 'cleo']) {
    const { count, results } = await list(`&status=${status}${who && `&search=${who}`}`)
    const own = wanted.filter(({ username }) => who === '' || username === who)
    expect([count, results.map(({ id }) => id)]).toEqual([own.length, own.map(({ id }) => id)])
  }
})
