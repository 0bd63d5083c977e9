import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../support/poll.ts'
import { openBook } from '../../../src/server/book/book.ts'
import { openEdge, openEdgeOn, type Edge } from '../support/edge.ts'
import { addMember, fundMember, type TestMember } from '../support/members.ts'
import { productHooks } from '../../../src/server/app/batch-hooks.ts'

let edge: Edge
let anna: TestMember
let base: string
beforeAll(async () => {
  edge = await openEdge()
  anna = await addMember(edge, 'anna')
  base = await edge.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => edge.close())

type Stream = { text: () => string; response: Response; ended: Promise<void>; close: () => void }

async function open(
  token: string,
  headers: Record<string, string> = {},
  path = '/api/events/',
  server = base,
): Promise<Stream> {
  const stop = new AbortController()
  const response = await fetch(`${server}${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: stop.signal,
  })
  let text = ''
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  }
  const ended = read().catch(() => {})
  return { text: () => text, response, ended, close: () => stop.abort() }
}

test('notifies members of their own changes only', async () => {
  const other = await addMember(edge, 'other')
  // With its slash and without it: the one call that the table of good answers leaves out.
  const stream = await open(anna.access, {}, '/api/events')
  const deaf = await open(other.access)
  expect([stream.response.status, deaf.response.status]).toEqual([200, 200])
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.response.headers.get('cache-control')).toBe('no-store')
  await until('the stream', () => stream.text().includes('connected'))
  await until('the wallet event', async () => {
    await fundMember(edge, anna.no, 1)
    return /id: \d+\nevent: wallet\ndata: \{"topic":"wallet"\}\n\n/.test(stream.text())
  })
  expect(stream.text()).toContain('event: deposit\n')
  expect(deaf.text()).not.toMatch(/event: (wallet|deposit)/)
  // The other member's own registration may have been announced after the stream began.
  const before = deaf.text().length
  await addMember(edge, 'referral', 'anna')
  await until('the new referral', () => stream.text().includes('event: network\n'))
  expect(deaf.text().slice(before)).not.toContain('event: network')
  stream.close()
  deaf.close()
  await Promise.all([stream.ended, deaf.ended])
})

test('tells a returning reader to reload only if something changed', async () => {
  const { seq } = edge.book.status()
  const current = await open(anna.access, { 'last-event-id': String(seq) })
  const behind = await open(anna.access, { 'last-event-id': '1' })
  await until('the four topics', () =>
    ['wallet', 'deposit', 'network', 'withdrawal'].every((topic) =>
      behind.text().includes(`event: ${topic}\n`),
    ),
  )
  await until('the stream', () => current.text().includes('connected'))
  // Nothing was ever withdrawn: only being told to read everything would name it.
  expect(current.text()).not.toContain('event: withdrawal')
  current.close()
  behind.close()
  await Promise.all([current.ended, behind.ended])
})

test('detects missed changes in a fresh process, and ends HEAD requests', async () => {
  const { pool, db, log } = edge.context
  const book = await openBook({ db, pool, log, hooks: productHooks(edge.config) })
  const other = await openEdgeOn({ ...edge.context, book }, edge.databaseUrl, 'no build')
  const { seq } = book.status()
  await fundMember(edge, anna.no, 1)
  expect(edge.book.status().seq).toBeGreaterThan(seq)
  const address = await other.app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await open(anna.access, { 'last-event-id': String(seq) }, '/api/events/', address)
  await until('what was missed', () => stream.text().includes('event: withdrawal\n'))
  expect(stream.text()).toContain(`id: ${edge.book.status().seq}\n`)
  stream.close()
  await stream.ended
  const head = await other.call('HEAD', '/api/events/', { token: anna.access })
  expect([head.status, head.headers['content-type']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ])
  await other.close()
  await book.close()
})

test('requires a token, and allows six streams per member', async () => {
  expect((await edge.call('GET', '/api/events/')).status).toBe(401)
  const streams = await Promise.all(Array.from({ length: 8 }, () => open(anna.access)))
  const statuses = streams.map(({ response }) => response.status).toSorted()
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  for (const stream of streams) stream.close()
  await Promise.all(streams.map(({ ended }) => ended))
})
