import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import '../../src/web/i18n/english.ts'
import { call } from '../../src/web/session/api.ts'
import { openEdge, openEdgeOn, type Edge } from '../api/support/edge.ts'
import { addMember } from '../api/support/members.ts'

// While AUTH_SECRET is rotated, web processes with the old and the new value take turns.

let old: Edge
let fresh: Edge
beforeAll(async () => {
  old = await openEdge()
  const config = { ...old.config, authSecret: 'a-fresh-secret-that-only-one-process-has' }
  fresh = await openEdgeOn({ ...old.context, config }, old.databaseUrl, 'no build')
})
afterAll(async () => {
  await fresh.close()
  await old.close()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Sends the app's requests to an edge, chosen by their number. */
function connect(edgeOf: (request: number) => Edge) {
  let requests = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { app } = edgeOf(requests++)
    const answer = await app.inject({
      method: init.method === 'POST' ? 'POST' : 'GET',
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { payload: init.body }),
    })
    const headers = { 'content-type': 'application/json' }
    return new Response(answer.body, { status: answer.statusCode, headers })
  })
  return () => requests
}

/** A browser of the member, and the pages that it was sent to. */
function openBrowser(tokens: { access: string; refresh: string }): string[] {
  const stored = new Map([
    ['access_token', tokens.access],
    ['refresh_token', tokens.refresh],
  ])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  const opened: string[] = []
  const location = { pathname: '/account', search: '', assign: (url: string) => opened.push(url) }
  vi.stubGlobal('window', { location })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  return opened
}

test('stays signed in until all processes have the new secret', async () => {
  const member = await addMember(old, 'rotated')
  const opened = openBrowser(member)
  // Refused by the new process, renewed by the old one, twice. Then that has restarted.
  connect((request) => (request % 2 === 0 || request > 4 ? fresh : old))
  expect(await call('getMe', {})).toMatchObject({ username: 'rotated' })
  expect(opened).toEqual([])
})

test('leaves for the login page once the refresh token is refused', async () => {
  const opened = openBrowser({ access: 'not.a.token', refresh: 'unknown' })
  const requests = connect(() => fresh)
  await expect(call('getMe', {})).rejects.toMatchObject({ status: 401 })
  expect(opened).toEqual(['/login'])
  expect(requests()).toBe(2)
})

test('gives up if no renewal helps', async () => {
  const member = await addMember(old, 'unlucky')
  const opened = openBrowser(member)
  // Only the app's pauses: the database's limits are longer.
  const { setTimeout: start } = globalThis
  const hurry = (done: () => void, ms = 0) => start(done, ms <= 2_000 ? 0 : ms)
  vi.stubGlobal('setTimeout', hurry)
  const requests = connect((request) => (request % 2 === 0 ? fresh : old))
  await expect(call('getMe', {})).rejects.toMatchObject({ status: 401 })
  expect(requests()).toBe(25)
  expect(opened).toEqual(['/login'])
})
