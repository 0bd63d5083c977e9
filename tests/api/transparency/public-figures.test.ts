/** What anyone can read: exact bytes, spreadsheets, and pages without scripts. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPlainMembers } from '../support/many-members.ts'
import { addMember, fundMember } from '../support/members.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { sealToday } from '../support/makers/transparency-makers.ts'

const PAYING = 21

let edge: Edge
let day: string
let before: string
beforeAll(async () => {
  edge = await openEdge()
  before = (await edge.call('GET', '/transparency')).text
  for (const member of await addPlainMembers(edge, PAYING)) {
    await fundMember(edge, member.no, 5)
    const me = await member.call('GET', 'accounts/me/')
    await member.call('POST', `accounts/profiles/${me.body.profiles[0]?.id}/wallet-activate/`)
  }
  await addMember(edge, 'looker')
  day = await sealToday(edge)
})
afterAll(() => edge.close())

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

test('returns the exact bytes that the sheet names', async () => {
  const { body: days } = await edge.call('GET', '/api/transparency/days/')
  expect(days.results).toMatchObject([{ day }])
  const sheet = await edge.call('GET', `/api/transparency/days/${day}/` as const)
  expect(sha256(sheet.text)).toBe(days.results[0]?.sha256)
  const income = await edge.call('GET', '/api/transparency/income/')
  const boards = await edge.call('GET', '/api/transparency/boards/')
  expect(sheet.body.parts).toMatchObject({
    income: sha256(income.text),
    boards: sha256(boards.text),
  })
  expect(income.body).toMatchObject({ registered: PAYING + 1, all: { members: PAYING } })
  expect(`-${income.body.house_kept}`).toBe(income.body.together)
  expect(boards.body.plans[0]).toMatchObject({ plan: 'Bronze', boards: PAYING })
})

test('lets caches compare a sealed day, and answers 404 for an unknown one', async () => {
  const cached = async (url: string) => (await edge.call('GET', url)).headers['cache-control']
  expect(await cached('/api/transparency/income/')).toBe('public, max-age=60')
  expect(await cached(`/api/transparency/income/?day=${day}`)).toBe('public, no-cache')
  for (const url of ['income/?day=2001-01-01', 'boards/?day=2001-01-01', 'days/2001-01-01/']) {
    expect((await edge.call('GET', `/api/transparency/${url}`)).status).toBe(404)
  }
  expect((await edge.call('GET', '/transparency/2001-01-01')).status).toBe(404)
})

test('exports a row for each group to spreadsheets', async () => {
  const { text, headers } = await edge.call('GET', '/api/transparency/income/?format=csv')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head = '', all = ''] = text.split('\r\n')
  expect(head).toMatch(/^by,group,members,zero_rewards,below/)
  expect(all).toMatch(new RegExp(`^all,all,${PAYING},`))
  const boards = await edge.call('GET', '/api/transparency/boards/?format=csv')
  expect(boards.text).toContain(`Bronze,all,${PAYING},`)
})

test('renders pages with a summary first, without scripts, in two languages', async () => {
  expect(before).toContain('There is no sheet yet.')
  const paths = ['', '/boards', '/solvency', `/${day}`].map((each) => `/transparency${each}`)
  for (const path of [...paths, '/status']) {
    const english = await edge.call('GET', path)
    const spanish = await edge.call('GET', `${path}?lang=es`)
    expect([path, english.status, spanish.status]).toEqual([path, 200, 200])
    expect(english.text).not.toContain('<script')
    expect(english.text).toContain('<html lang="en" dir="ltr">')
    expect(spanish.text).toContain('<html lang="es" dir="ltr">')
    expect(english.text).toMatch(/<p class="first">[^<]+<\/p>/)
  }
  const { text } = await edge.call('GET', '/transparency')
  expect(text).toMatch(/Of 21 members who paid for a seat, \d+ \(\d+%\) have gotten back less/)
  const spanish = await edge.call('GET', '/transparency?lang=es')
  expect(spanish.text).toMatch(/De 21 miembros que pagaron por un puesto/)
})

test('pages are compressed, each language in its own words', async () => {
  for (const path of ['/transparency', '/transparency/boards', '/transparency/check', '/status']) {
    for (const url of [path, `${path}?lang=es`, path]) {
      const get = (encoding: string) =>
        edge.app.inject({ url, headers: { 'accept-encoding': encoding } })
      const [plain, packed] = [await get('identity'), await get('gzip')]
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      const words = /<h1>[^<]+/.exec(plain.body)?.[0] ?? 'a heading'
      expect(gunzipSync(packed.rawPayload).toString()).toContain(words)
      expect(plain.body).toContain(`<html lang="${url.includes('lang=es') ? 'es' : 'en'}"`)
    }
  }
})

const facesIn = (css: string): string[] =>
  [...css.matchAll(/@font-face ?\{[^}]*'Geist Fallback[^}]*\}/g)].map(([face]) =>
    face.replaceAll(/[\s;]/g, ''),
  )

test('pages say in their head what they say first, and measure fonts as the app does', async () => {
  const app = await readFile(new URL('../../../src/web/ui/fonts.css', import.meta.url), 'utf8')
  const faces = facesIn(app)
  expect(faces).toHaveLength(3)
  for (const path of ['/transparency', '/transparency/boards', '/transparency/check']) {
    const { text } = await edge.call('GET', path)
    expect(facesIn(text)).toEqual(faces)
    const [, first = 'nothing'] = /<p class="first">([^<]+)</.exec(text) ?? []
    expect(text).toContain(`<meta name="description" content="${first}">`)
  }
})

test('pages show no table without rows', async () => {
  const fresh = await openEdge()
  try {
    await sealToday(fresh)
    for (const path of ['/transparency', '/transparency/boards']) {
      const { text } = await fresh.call('GET', path)
      expect([path, text.includes('<table')]).toEqual([path, false])
    }
  } finally {
    await fresh.close()
  }
  for (const path of ['/transparency', '/transparency/boards']) {
    expect((await edge.call('GET', path)).text).toContain('<table')
  }
})

test('counts an outage that began before the last 30 days', async () => {
  const fresh = await openEdge()
  try {
    await sql`insert into service_minutes
      select date_trunc('minute', now()) - make_interval(mins => n)
      from unnest(array[0, 1, 50000]) as n`.execute(fresh.db)
    const { body } = await fresh.call('GET', '/api/transparency/status/')
    expect(body).toMatchObject({ uptime: { minutes: 43_200, up: 2 } })
  } finally {
    await fresh.close()
  }
})

test('counts a minute without a sign of life as downtime', async () => {
  const fresh = await openEdge()
  try {
    await sql`insert into service_minutes
      select date_trunc('minute', now()) - make_interval(mins => n)
      from unnest(array[0, 1, 9]) as n`.execute(fresh.db)
    const { body } = await fresh.call('GET', '/api/transparency/status/')
    expect(body).toMatchObject({ up: true, uptime: { minutes: 10, up: 3 } })
    expect(body.withdrawals).toMatchObject({ count: 0, waiting: 0, oldest_seconds: null })
  } finally {
    await fresh.close()
  }
})
