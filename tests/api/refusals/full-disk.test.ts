import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, type TestMember } from '../support/members.ts'
import { isLong } from '../../support/scale.ts'

// A database that answers, but can't write.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

const readiness = async () => (await edge.call('GET', '/api/health/ready/')).body

test.runIf(isLong)(
  'a full disk counts as the database, not as load, and health shows it',
  async () => {
    const flora = await addMember(edge, 'flora')
    const change = ({ access: token }: TestMember) =>
      edge.call('PATCH', '/api/accounts/me/update/', { token, body: { auto_upgrade: false } })
    expect(await readiness()).toMatchObject({ checks: { database: 'ok' } })
    await sql`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise 'could not extend file' using errcode = '53100'; end $$`.execute(edge.db)
    await sql`create trigger refuse before insert on commands execute function refuse()`.execute(
      edge.db,
    )
    const tried = change(flora)
    await expect.poll(() => edge.book.status().isRefusing).toBe(true)
    const { status, code } = await tried
    // Its patience may end within a try.
    expect([status, code]).toEqual([503, expect.stringMatching(/database_unavailable|unknown/)])
    // Load balancers must not remove every process, because they still answer reads.
    expect(await edge.call('GET', '/api/health/ready/')).toMatchObject({
      status: 200,
      body: { status: 'degraded', checks: { database: 'degraded' } },
    })
    await sql`drop function refuse cascade`.execute(edge.db)
    expect(await change(flora)).toMatchObject({ status: 200 })
    expect(await readiness()).toMatchObject({ checks: { database: 'ok' } })
  },
)
