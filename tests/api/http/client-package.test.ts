import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createClient } from '../../../packages/client/src/client.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, fundMember, password, type TestMember } from '../support/members.ts'
import { isLong } from '../../support/scale.ts'

// The client package: packed, installed elsewhere, and used against a running product.

const run = promisify(execFile)
const packageDir = join(import.meta.dirname, '../../../packages/client')
const compiler = join(import.meta.dirname, '../../../node_modules/.bin/tsc')

let edge: Edge
let anna: TestMember
let baseUrl: string
let folder: string
beforeAll(async () => {
  edge = await openEdge()
  anna = await addMember(edge, 'anna')
  await fundMember(edge, anna.no, 50)
  baseUrl = await edge.app.listen({ port: 0, host: '127.0.0.1' })
  folder = await mkdtemp(join(tmpdir(), 'twofold-client-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await edge.close()
})

/** Someone else's program, which also has to compile. */
const program = `
import { createClient } from 'twofold-client'
const [baseUrl, password] = process.argv.slice(2) as [string, string]
let access: string | undefined
const client = createClient({ baseUrl, token: () => access })
const wrong = await client.attempt('login', { body: { username: 'anna', password: 'wrong' } })
access = (await client.call('login', { body: { username: 'anna', password } })).access
const missing = await client.attempt('activateProfile', { path: { id: 'BR-00000000' } })
// @ts-expect-error a call without its body doesn't compile
void (() => client.call('login', {}))
// @ts-expect-error and nor does an error that the call doesn't have
const never = !missing.ok && missing.error.code === 'minimum_deposit'
const deposits = await client.call('listDeposits', { query: { page_size: '5' } })
console.log(JSON.stringify({
  wrong: !wrong.ok && wrong.error.code === 'login_failed',
  missing: missing.ok ? '' : missing.error.code,
  never,
  count: deposits.count,
}))
`

test.runIf(isLong)('packs, installs, compiles, and works', async () => {
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: packageDir })
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  await writeFile(join(folder, 'package.json'), '{"type":"module","private":true}')
  await writeFile(join(folder, 'program.ts'), program)
  const install = ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`]
  await run('npm', install, { cwd: folder })
  const options = ['--strict', '--target', 'es2024', '--lib', 'es2024,dom', '--types', '']
  const modules = ['--module', 'nodenext', '--noEmit', '--skipLibCheck', 'false']
  await writeFile(join(folder, 'node.d.ts'), 'declare const process: { argv: string[] }')
  await run(compiler, [...options, ...modules, 'program.ts', 'node.d.ts'], { cwd: folder })
  const { stdout } = await run(process.execPath, ['program.ts', baseUrl, password], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual({
    wrong: true,
    missing: 'profile_not_found',
    never: false,
    count: 0,
  })
})

test('repeats a payment whose answer was lost, and pays once', async () => {
  const keys: (string | null)[] = []
  const client = createClient({
    baseUrl,
    token: () => anna.access,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      // The request has reached the product, but its answer never arrives.
      if (keys.length === 1) throw new TypeError('connection reset')
      return response
    },
  })
  const { user } = await createClient({ baseUrl, token: () => anna.access }).call(
    'listProfiles',
    {},
  )
  const [profile] = z.tuple([z.looseObject({ id: z.string() })]).parse(user.profiles)
  const { wallet_balance: left } = await client.call('activateProfile', {
    path: { id: profile.id },
  })
  expect(keys).toEqual([expect.any(String), keys[0]])
  const [before, after] = [Number(user.wallet_balance), Number(left)]
  expect(before - after).toBeGreaterThan(0)
  const again = await client.attempt('activateProfile', { path: { id: profile.id } })
  expect(again).toMatchObject({ ok: false, error: { code: 'already_active', status: 409 } })
})

test('gives up at its deadline, and repeats no call that could act twice', async () => {
  let attempts = 0
  const client = createClient({
    baseUrl,
    timeoutMs: 1,
    fetch: (url, init) => {
      attempts += 1
      return fetch(url, init)
    },
  })
  const body = { username: 'anna', password }
  const late = await client.attempt('login', { body })
  expect(late).toMatchObject({ ok: false, error: { code: 'no_answer' } })
  expect(attempts).toBe(1)
})
