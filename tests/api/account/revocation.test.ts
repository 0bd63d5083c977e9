import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import type { Pool } from 'pg'
import { openEdge, openEdgeOn, type Edge } from '../support/edge.ts'
import { addMember, signIn, type TestMember } from '../support/members.ts'

// Requests share statements, and a process remembers which tokens it has checked. Neither may let
// an ended session read anything, in any process.

const ROUNDS = 5
const BUSY = 30

let edge: Edge
let other: Edge
let pool: Pool
let bystander: TestMember
beforeAll(async () => {
  edge = await openEdge()
  bystander = await addMember(edge, 'bystander')
  pool = openPool({ connectionString: edge.databaseUrl, name: 'another process' })
  const db = openKysely(pool)
  other = await openEdgeOn({ ...edge.context, pool, db, read: db }, edge.databaseUrl, 'no build')
})
afterAll(async () => {
  await other.close()
  await edge.close()
  await pool.end()
})

const PATHS = ['/api/accounts/me/', '/api/tree/visualization/', '/api/accounts/earnings/'] as const

const statusOf = async (at: Edge, path: (typeof PATHS)[number], token: string | undefined) =>
  (await at.call('GET', path, { token })).status

test('refuses an ended session in every process from the next request', async () => {
  await addMember(edge, 'leaver')
  for (let round = 0; round < ROUNDS; round++) {
    const { body } = await signIn(edge, 'leaver')
    const { access, refresh } = body
    const before = [edge, other].map((at) => statusOf(at, PATHS[0], access))
    expect(await Promise.all(before)).toEqual([200, 200])
    // Both processes always have statements under way that other requests could join.
    const busy = Array.from({ length: BUSY }, (_, i) =>
      statusOf(i % 2 === 0 ? edge : other, PATHS[i % 3] ?? PATHS[0], bystander.access),
    )
    const out = await edge.call('POST', '/api/auth/logout/', { token: access, body: { refresh } })
    expect(out.status).toBeLessThan(300)
    const after = [edge, other].flatMap((at) => PATHS.map((path) => statusOf(at, path, access)))
    expect(await Promise.all(after)).toEqual(after.map(() => 401))
    expect(await Promise.all(busy)).toEqual(busy.map(() => 200))
  }
})
