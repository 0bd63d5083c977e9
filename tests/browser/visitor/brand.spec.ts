import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pages } from '../../../src/contract/pages.ts'
import { until } from '../../support/poll.ts'
import { startProduct, type Product } from '../../support/product.ts'
import { addMember } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'

// The whole product as someone else's: nothing that it serves or emails is ours.

const FILE = fileURLToPath(new URL('../../../deploy/brand/brand.json', import.meta.url))
const ENTITY = 'Casa Norte S.A. de C.V. · Av. Norte 100, Monterrey · RFC CNO010101AB1'

/** Headers, the console's cookie, and formats of files and of hashes keep their names. */
const OURS = /twofold(?!-(?:seen|signature|webhooks)\b|_operator|\/[a-z]+\/v1\b)/i
const BUILT_MARK = 'M3 6.5 14.9 11.2V29.5L3 24.8z'

let branded: Product
test.beforeAll(async () => {
  branded = await startProduct({ env: { BRAND: FILE, API_DOCS: 'on' } })
})
test.afterAll(async () => await branded.remove())

const ask = (path: string, init?: RequestInit) => fetch(`${branded.url}${path}`, init)
const read = async (path: string) => await (await ask(path)).text()

/** What a page names: scripts, styles, the manifest, icons, and the chunks that these name. */
const linksIn = (text: string, base: string): string[] =>
  [
    ...text.matchAll(
      /["'(`](\.{0,2}\/?(?:[\w./-]+)\.(?:js|css|webmanifest|svg|png|json)(?:\?v=\w+)?)["')`#]/g,
    ),
  ]
    .map(([, link = '']) => new URL(link, base))
    .filter(({ origin }) => origin === branded.url)
    .map(({ pathname, search }) => pathname + search)

test('serves no page, script, icon, or document with our own name', LONG, async () => {
  const shells = pages.map((path) => path.replace('*', 'x'))
  const figures = ['/transparency', '/transparency/boards', '/status']
  const waiting = [
    ...shells,
    ...figures.flatMap((path) => [path, `${path}?lang=en`, `${path}?lang=es`]),
    '/robots.txt',
    '/manifest.webmanifest',
    '/service-worker.js',
    '/api/openapi.json',
    '/api/docs',
    '/api/account/',
    '/verify.html',
    '/transparency/check',
    '/transparency/solvency',
  ]
  const seen = new Set(waiting)
  const named: string[] = []
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = await read(path)
    if (OURS.test(text) || text.includes(BUILT_MARK)) named.push(path)
    for (const link of linksIn(text, `${branded.url}${path}`)) {
      if (seen.has(link)) continue
      seen.add(link)
      waiting.push(link)
    }
  }
  expect(named).toEqual([])
  expect([...seen].filter((path) => path.endsWith('.js')).length).toBeGreaterThan(20)
  expect(await read('/')).toContain('Casa Norte')
  expect(await read('/')).toContain(ENTITY)
  expect(await read('/status')).toContain('<html lang="es" dir="ltr">')
  expect(await read('/status')).toContain(ENTITY)
  expect(await read('/api/openapi.json')).toContain('"title":"Casa Norte"')
})

test('serves the brand’s icons, under addresses that change with it', LONG, async () => {
  const manifest = JSON.parse(await read('/manifest.webmanifest')) as {
    name: string
    lang: string
    description: string
    shortcuts: { name: string }[]
    icons: { src: string; sizes: string }[]
  }
  expect(manifest.name).toBe('Casa Norte')
  expect(manifest.lang).toBe('es')
  expect(manifest.description).toMatch(/^Una membresía/)
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Depositar fondos', 'Árbol familiar'])
  for (const { src, sizes } of manifest.icons) {
    expect(src).toMatch(/\?v=[0-9a-f]{8}$/)
    const icon = Buffer.from(await (await ask(src)).arrayBuffer())
    if (sizes === 'any') expect(icon.toString()).toContain('#2a1020')
    else expect(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`).toBe(sizes)
    const ours = readFileSync(`public/${src.slice(1).split('?')[0] ?? ''}`)
    expect(icon.equals(ours)).toBe(false)
  }
  const [style = ''] = linksIn(await read('/'), branded.url).filter((link) => link.endsWith('css'))
  expect(style).toMatch(/^\/assets-[0-9a-f]{8}\//)
  const css = await ask(style)
  expect(css.headers.get('cache-control')).toContain('immutable')
  expect(await css.text()).toContain('--accent:#8a2f5b')
})

test('shows its mark, its colors, and its language', LONG, async ({ browser }) => {
  // A browser whose language we don't speak.
  const context = await browser.newContext({ locale: 'ja-JP', colorScheme: 'light' })
  const page = await context.newPage()
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') violations.push(message.text())
  })
  await page.goto(`${branded.url}/plan`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('contentinfo')).toContainText(ENTITY)
  await expect(page.getByRole('contentinfo')).toContainText('soporte@casanorte.example')
  const join = page.getByRole('link', { name: 'Únete a Casa Norte' }).first()
  await expect(join).toHaveAttribute('href', '/register?ref=CASANORTE')
  await expect(join).toHaveCSS('background-color', 'rgb(242, 163, 199)')
  await page.goto(`${branded.url}/operator`)
  await expect(page).toHaveTitle(/Casa Norte/)
  expect(violations).toEqual([])
  await context.close()
})

test('sends emails with the brand’s name, mark, sender, and language', LONG, async () => {
  const password = 'correct horse battery'
  const register = async (form: object) =>
    await ask('/api/auth/register/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...form, password, password2: password }),
    })
  const imposter = await register({ username: 'casanorte', email: 'eva@example.org' })
  expect(imposter.status).toBe(400)
  const joined = { username: 'norah', email: 'norah@example.org', referral_code: 'CASANORTE' }
  expect((await register(joined)).status).toBe(201)
  const text = await until('the verification email', async () => {
    const answer = await (await fetch(branded.mailboxUrl)).text()
    return answer.includes('norah@example.org') ? answer : undefined
  })
  expect(text).toContain('Te damos la bienvenida a Casa Norte')
  expect(text).toContain(ENTITY)
  expect(text).toContain('cid:mark')
  expect(text).toContain('Casa Norte <no-reply@casanorte.example>')
  expect(text).toContain('#8a2f5b')
  expect(text).not.toMatch(OURS)
})

test('prints statements and answers members under the brand’s name', LONG, async () => {
  const { access } = await addMember(branded, 'olga')
  const headers = { authorization: `Bearer ${access}` }
  const day = new Date().toISOString().slice(0, 10)
  const page = await ask(`/api/accounts/statement/?from=${day}&to=${day}&format=html`, { headers })
  const statement = await page.text()
  const csv = await ask(`/api/accounts/statement/?from=${day}&to=${day}&format=csv`, { headers })
  expect(csv.headers.get('content-disposition')).toContain('"casanorte-')
  expect(statement).toContain(ENTITY)
  expect(statement).toContain('Casa Norte')
  expect(statement).toContain('M6 24 24 8l18 16')
  const activity = await (await ask('/api/accounts/activity/', { headers })).text()
  expect(activity).toContain('Joined Casa Norte')
  for (const text of [statement, activity]) expect(text).not.toMatch(OURS)
})
