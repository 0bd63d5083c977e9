import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEdge, type Edge } from '../../api/support/edge.ts'
import { addMember } from '../../api/support/members.ts'
import { sealToday, signLog } from '../../api/support/makers/transparency-makers.ts'
import { until } from '../../support/poll.ts'
import { openReplicated, type Replicated } from '../../support/replication/replicated.ts'
import { isLong } from '../../support/scale.ts'

// One replica has the newest sheet and checkpoint, the other doesn't yet. An answer to everyone
// still comes from a single server.

let edge: Edge
let servers: Replicated
let day: string
beforeAll(async () => {
  servers = await openReplicated(2)
  const { database, standbys } = servers
  edge = await openEdge({}, undefined, pino({ level: 'silent' }), {
    database,
    // Of three turns, the primary's goes to a standby, so statements meet them in every order.
    replicaUrls: [servers.primary, ...standbys].map(({ url }) => url),
  })
  await addMember(edge, 'ann')
  await signLog(edge)
  const [ahead, behind] = standbys
  await until('both to follow', async () => {
    const rows = await Promise.all(
      standbys.map((each) => each.query('select 1 from log_checkpoints')),
    )
    return rows.every(({ length }) => length > 0)
  })
  await behind?.query('select pg_wal_replay_pause()')
  for (let i = 0; i < 3; i++) await addMember(edge, `member${i}`)
  day = await sealToday(edge)
  await signLog(edge)
  await until('one to have the newest', async () => {
    const rows = await ahead?.query('select 1 from log_checkpoints')
    return rows?.length === 2
  })
})
afterAll(() => edge.close())

/** Some answers. The statement in between changes whose turn is next. */
async function getAll(url: string) {
  const answers = []
  for (let i = 0; i < 6; i++) {
    answers.push(await edge.app.inject({ url }))
    await edge.context.read.selectFrom('log_signers').select('since').execute()
  }
  return answers
}

test.runIf(isLong)('proves that the newest tree continues an older one', async () => {
  const answers = await getAll('/log/consistency/1')
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
})

test.runIf(isLong)('has a sheet with all of its parts, or not at all', async () => {
  const answers = await getAll(`/transparency/${day}`)
  for (const { statusCode, body } of answers) {
    const parts = body.match(/<h2>/g)?.length ?? 0
    expect([statusCode, parts]).toEqual(statusCode === 404 ? [404, 0] : [200, 3])
  }
  expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true)
})
