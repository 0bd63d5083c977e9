import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressFiles } from '../../../scripts/compress.ts'
import { openEdge, type Edge } from '../support/edge.ts'

const inline = 'document.documentElement.dataset.theme = "dark"'
const page = (title: string) =>
  `<!doctype html><title>${title}</title><script>${inline}</script>` +
  '<script src="/assets/a.js"></script>'

const longScript = 'export const first = "one of many"\n'.repeat(100)

let edge: Edge
let build: string
beforeAll(async () => {
  build = await mkdtemp(join(tmpdir(), 'twofold-build-'))
  await mkdir(join(build, 'assets'))
  await mkdir(join(build, 'plan'))
  await mkdir(join(build, 'console/assets'), { recursive: true })
  await writeFile(join(build, 'assets/a.js'), 'export {}')
  await writeFile(join(build, 'service-worker.js'), 'self.skipWaiting()')
  await writeFile(join(build, 'assets/long.js'), longScript)
  await writeFile(join(build, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(build, 'index.html'), page('home'))
  await writeFile(join(build, 'plan/index.html'), page('plan'))
  await writeFile(join(build, '__spa-fallback.html'), page('fallback'))
  await writeFile(join(build, 'console/index.html'), page('console'))
  await writeFile(join(build, 'console/assets/c.js'), 'export {}')
  await compressFiles(build)
  edge = await openEdge({}, build)
})
afterAll(async () => {
  await edge.close()
  await rm(build, { recursive: true, force: true })
})

const titleOf = (html: string): string => /<title>(.*?)</.exec(html)?.[1] ?? ''

test.each([
  ['/', 200, 'home'],
  ['/plan', 200, 'plan'],
  ['/plan/', 200, 'plan'],
  ['/dashboard', 200, 'fallback'],
  ['/dashboard?tab=1', 200, 'fallback'],
  ['/Welcome', 200, 'fallback'],
  ['/verify-email/abc', 200, 'fallback'],
  ['/reset-password', 404, 'fallback'],
  ['/no-such-page', 404, 'fallback'],
  ['/gallery', 404, 'fallback'],
  ['/dashboard/deeper', 404, 'fallback'],
  ['/__spa-fallback.html', 404, 'fallback'],
  ['/..%2fpackage.json', 404, 'fallback'],
])('answers %s with %i, the %s page', async (url, status, title) => {
  const answer = await edge.call('GET', url)
  expect([answer.status, titleOf(answer.text)]).toEqual([status, title])
  expect(answer.headers['cache-control']).toBe('no-cache')
})

test('serves the console under its own path with its own files', async () => {
  for (const path of ['/operator', '/operator/', '/operator/members/7?tab=ledger']) {
    const { status, text, headers } = await edge.call('GET', path)
    expect([status, titleOf(text), headers['cache-control']]).toEqual([200, 'console', 'no-store'])
    expect(headers['content-security-policy']).toMatch(
      /require-trusted-types-for 'script'; trusted-types 'none'$/,
    )
  }
  expect((await edge.call('GET', '/operator/assets/c.js')).text).toBe('export {}')
  expect((await edge.call('GET', '/operator/assets/gone.js')).status).toBe(404)
})

test('allows only the inline script by its hash', async () => {
  const { headers } = await edge.call('GET', '/')
  const hash = createHash('sha256').update(inline).digest('base64')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy).toMatch(/require-trusted-types-for 'script'; trusted-types default$/)
  expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe|https?:|\*/)
})

test('serves files with their type, and caches hashed ones for a year', async () => {
  const script = await edge.call('GET', '/assets/a.js')
  expect([script.status, script.text]).toEqual([200, 'export {}'])
  expect(script.headers['content-type']).toMatch(/javascript/)
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const icon = await edge.call('GET', '/favicon.svg')
  expect([icon.headers['content-type'], icon.headers['cache-control']]).toEqual([
    'image/svg+xml',
    'public, max-age=300',
  ])
  expect((await edge.call('GET', '/assets/missing.js')).status).toBe(404)
  // Browsers request the worker each time. It may fetch the files that it caches.
  const { headers } = await edge.call('GET', '/service-worker.js')
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-security-policy']).toContain("connect-src 'self'")
})

test('compresses pages and files as the browser accepts them, with a Vary header', async () => {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, none: (body: Buffer) => body }
  const ask = async (url: string, accepted: string) => {
    const headers = { 'accept-encoding': accepted }
    const { headers: given, rawPayload, statusCode } = await edge.app.inject({ url, headers })
    expect([statusCode, given.vary]).toEqual([200, 'accept-encoding'])
    const encoding = (given['content-encoding'] ?? 'none') as keyof typeof unpack
    const kind = /javascript|html/.exec(String(given['content-type']))?.[0]
    return [encoding, kind, unpack[encoding](rawPayload).toString()]
  }
  for (const [url, kind, text] of [
    ['/assets/long.js', 'javascript', longScript],
    ['/plan', 'html', page('plan')],
  ] as const) {
    expect(await ask(url, 'gzip, deflate, br')).toEqual(['br', kind, text])
    expect(await ask(url, 'gzip, br;q=0')).toEqual(['gzip', kind, text])
    expect(await ask(url, 'identity')).toEqual(['none', kind, text])
  }
  // The build's compressed copies aren't files of their own.
  expect((await edge.call('GET', '/assets/long.js.br')).status).toBe(404)
})

test('never compresses API answers, which hold secrets next to request data', async () => {
  const headers = { 'accept-encoding': 'gzip, br' }
  const { statusCode, headers: given } = await edge.app.inject({
    url: '/api/openapi.json',
    headers,
  })
  expect([statusCode, given['content-encoding']]).toEqual([200, undefined])
})

test('answers an unknown API path with a problem, not a page', async () => {
  const { status, problem } = await edge.call('GET', '/api/nothing')
  expect([status, problem.code]).toEqual([404, 'not_found'])
  expect((await edge.call('POST', '/dashboard')).problem.code).toBe('not_found')
})

test('answers an API path with an overlong parameter with 414, not as a wrong method', async () => {
  const token = 'a'.repeat(2049)
  for (const url of [`/api/accounts/verify-email/${token}/`, `/api/tree/user/${token}`]) {
    const { status, headers, problem } = await edge.call('GET', url)
    expect([status, problem.code]).toEqual([414, 'uri_too_long'])
    expect(headers['allow']).toBeUndefined()
  }
  const { status, headers } = await edge.call('PUT', `/api/tree/user/${token}`)
  expect([status, headers['allow']]).toEqual([405, 'GET, HEAD'])
})

const FILES = ['/service-worker.js', '/assets/long.js', '/operator/assets/c.js']
test.each(FILES)('answers a conditional request for %s', async (path) => {
  const { etag = '', 'last-modified': changed = '' } = (await edge.call('GET', path)).headers
  expect(etag).not.toBe('')
  const statusWith = async (name: string, value: unknown): Promise<number> =>
    (await edge.call('GET', path, { headers: { [name]: String(value) } })).status
  for (const value of [etag, '*']) expect(await statusWith('if-none-match', value)).toBe(304)
  expect(await statusWith('if-modified-since', changed)).toBe(304)
  expect(await statusWith('if-none-match', '"other"')).toBe(200)
  expect(await statusWith('if-match', etag)).toBe(200)
  for (const [name, value] of [
    ['if-match', '"other"'],
    ['if-unmodified-since', new Date(0).toUTCString()],
  ]) {
    expect(await statusWith(name ?? '', value)).toBe(412)
  }
  // Files are short, so a part is the whole.
  for (const range of ['bytes=0-3', 'bytes=99999-', 'nonsense']) {
    expect(await statusWith('range', range)).toBe(200)
  }
})
