import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_LISTED } from '../../../src/contract/fields/complete.ts'
import type { Page } from '../../../src/server/http/paging.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addPlainMembers, type PlainMember } from '../support/many-members.ts'

// A downline of more seats than one file has: 2^17 - 1 seats of one member, in 17 full levels.

const SIZE = 2 ** 17 - 1
const FIRST = 1_000

let edge: Edge
let member: PlainMember
beforeAll(async () => {
  if (!isLong) return
  edge = await openEdge()
  const [owner] = await addPlainMembers(edge, 1)
  if (!owner) throw new Error('the member is missing')
  member = owner
  const seat = sql`generate_series(1, ${SIZE}) as given(seat)`
  await sql`insert into profiles
      (no, member_no, plan, catalog_version, origin, public_id, created_at)
    select ${FIRST}::int + seat, ${member.no}, 0, 1, 0, 'BR-W' || seat, now()
    from ${seat}`.execute(edge.db)
  const root = sql`(select profile_no from seats where plan = 0 and parent_no is null)`
  const parent = sql`case seat when 1 then ${root} else ${FIRST}::int + seat / 2 end`
  await sql`insert into seats
      (profile_no, ordinal, plan, parent_no, side, depth, jump_no, taken_at)
    select ${FIRST}::int + seat, (select max(ordinal) from seats) + seat, 0, ${parent},
      case seat when 1 then 0 else seat % 2 end, floor(log(2, seat)) + 1, ${parent}, now()
    from ${seat}`.execute(edge.db)
  const counts = `/api/tree/counts/?profile_id=${FIRST + 1}`
  await until('the seat map', async () => {
    const { body } = await edge.app.inject({ url: counts, headers: authorization() })
    const { complete, left } = JSON.parse(body) as { complete: boolean; left: { seats: number } }
    return complete && left.seats === (SIZE - 1) / 2
  })
})
afterAll(() => isLong && edge.close())

const authorization = () => ({ authorization: `Bearer ${member.access}` })

/** The lines below the header, and what the server says about them. */
async function save(filter: string) {
  const { body, headers } = await edge.app.inject({
    url: `/api/tree/beneath/?profile_id=${FIRST + 1}&format=csv${filter}`,
    headers: authorization(),
  })
  const lines = body.trimEnd().split('\r\n').slice(1)
  return { lines, isComplete: headers['twofold-complete'] }
}

test.runIf(isLong)('ends a file at 100,000 seats, and marks it as incomplete', async () => {
  const { lines, isComplete } = await save('')
  expect([lines.length, isComplete]).toEqual([MAX_LISTED + 1, 'false'])
  expect(lines.at(-2)).toMatch(/^BR-W\d+,/)
  expect(lines.at(-1)).toBe('"This file ends after 100,000 seats. There are more.",,,,,,,')
})

test.runIf(isLong)('has every seat of a leg or level that fits', async () => {
  const leg = await save('&side=left')
  expect([leg.lines.length, leg.isComplete]).toEqual([(SIZE - 1) / 2, 'true'])
  expect(leg.lines.at(-1)).toMatch(/^BR-W\d+,/)
  const level = await save('&level=10')
  expect([level.lines.length, level.isComplete]).toEqual([1_024, 'true'])
  const last = await save('&level=16')
  expect([last.lines.length, last.isComplete]).toEqual([
    2 ** 16 - (SIZE - 1 - MAX_LISTED) + 1,
    'false',
  ])
})

test.runIf(isLong)('breaks off a slow reader’s file once the session has ended', async () => {
  const { port } = new URL(await edge.app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  let bytes = 0
  socket.on('data', (part: Buffer) => {
    if (bytes === 0) socket.pause()
    bytes += part.length
  })
  socket.on('error', () => {})
  const over = once(socket, 'close')
  socket.write(
    `GET /api/tree/beneath/?profile_id=${FIRST + 1}&format=csv HTTP/1.1\r\nHost: x\r\n` +
      `Authorization: Bearer ${member.access}\r\nConnection: close\r\n\r\n`,
  )
  await until('the beginning', () => bytes > 0)
  const isOpen = sql`where member_no = ${member.no} and ended_at is null`
  await sql`update sessions set ended_at = now() ${isOpen}`.execute(edge.db)
  socket.resume()
  await over
  await sql`update sessions set ended_at = null where member_no = ${member.no}`.execute(edge.db)
  const whole = (await save('')).lines.join('\r\n').length
  expect(bytes).toBeLessThan(whole)
})

/** The count of a page, and whether its list has every seat. */
const pageOf = async (filter: string) => {
  const { body, headers } = await edge.app.inject({
    url: `/api/tree/beneath/?profile_id=${FIRST + 1}${filter}`,
    headers: authorization(),
  })
  const { count } = JSON.parse(body) as { count: number }
  return [count, headers['twofold-complete']]
}

test.runIf(isLong)('says that a page belongs to a list with only some of the seats', async () => {
  expect(await pageOf('')).toEqual([SIZE - 1, 'false'])
  expect(await pageOf('&sort=team')).toEqual([20_000, 'false'])
  expect(await pageOf('&sort=team&level=10')).toEqual([1_024, 'true'])
  expect(await pageOf('&side=left')).toEqual([(SIZE - 1) / 2, 'true'])
})

test.runIf(isLong)('says that a sorted file has only some of the seats', async () => {
  const { lines, isComplete } = await save('&sort=newest')
  expect([lines.length, isComplete]).toEqual([20_001, 'false'])
  expect(lines.at(-1)).toContain('This file ends after 20,000 seats.')
})

test.runIf(isLong)('links to no page beyond the seats that it lists', async () => {
  const last = MAX_LISTED / 100
  const url = `/api/tree/beneath/?profile_id=${FIRST + 1}&page_size=100`
  const read = (page: number) =>
    edge.app.inject({ url: `${url}&page=${page}`, headers: authorization() })
  expect((await read(last - 1)).json<Page<unknown>>().next).toContain(`page=${last}`)
  expect((await read(last)).json<Page<unknown>>()).toMatchObject({ next: null })
  expect((await read(last + 1)).statusCode).toBe(404)
})
