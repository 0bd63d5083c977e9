import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pages } from '../../../src/contract/pages.ts'
import { until } from '../../support/poll.ts'
import { startProduct, type Product } from '../../support/product.ts'
import { expect, test } from '../support/product-test.ts'

// The whole product under another name: nothing that it serves or emails says ours.

/** Headers keep their names. */
const OURS = /Twofold(?!-(?:Seen|Signature|Webhooks)\b)/

let directory: string
let branded: Product
test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'brand-'))
  const file = join(directory, 'brand.json')
  await writeFile(file, JSON.stringify({ name: 'Casa Norte' }))
  branded = await startProduct({ env: { BRAND: file, API_DOCS: 'on' } })
})
test.afterAll(async () => {
  await branded.remove()
  await rm(directory, { recursive: true })
})

const read = async (path: string) => await (await fetch(`${branded.url}${path}`)).text()

/** What a page names: scripts, styles, the manifest, icons, and the chunks that these name. */
const linksIn = (text: string, base: string): string[] =>
  [...text.matchAll(/["'(`](\.{0,2}\/?(?:[\w./-]+)\.(?:js|css|webmanifest|svg|json))["')`]/g)]
    .map(([, link = '']) => new URL(link, base))
    .filter(({ origin }) => origin === branded.url)
    .map(({ pathname }) => pathname)

test('serves no page, script, or document with our name', async () => {
  const shells = pages.map((path) => path.replace('*', 'x'))
  const figures = ['/transparency', '/transparency/boards', '/status']
  const waiting = [
    ...shells,
    ...figures,
    '/robots.txt',
    '/manifest.webmanifest',
    '/api/openapi.json',
  ]
  const seen = new Set(waiting)
  const named: string[] = []
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = await read(path)
    if (OURS.test(text)) named.push(path)
    for (const link of linksIn(text, `${branded.url}${path}`)) {
      if (seen.has(link)) continue
      seen.add(link)
      waiting.push(link)
    }
  }
  expect(named).toEqual([])
  expect([...seen].filter((path) => path.endsWith('.js')).length).toBeGreaterThan(20)
  expect(await read('/')).toContain('Casa Norte')
  expect(await read('/manifest.webmanifest')).toContain('"name": "Casa Norte"')
  expect(await read('/api/openapi.json')).toContain('"title":"Casa Norte"')
})

test('emails under the name of the brand', async () => {
  const password = 'correct horse battery'
  const form = { username: 'norah', email: 'norah@example.org', password, password2: password }
  await fetch(`${branded.url}/api/auth/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  })
  const text = await until('the verification email', async () => {
    const answer = await (await fetch(branded.mailboxUrl)).text()
    return answer.includes('norah@example.org') ? answer : undefined
  })
  expect(text).toContain('Casa Norte')
  expect(text).not.toMatch(OURS)
})
