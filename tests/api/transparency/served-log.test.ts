import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFault, openCheckpoint, readVerifier } from '../../../src/proof/note.ts'
import { equal, rootOf } from '../../../src/proof/tree.ts'
import { subtreesOf } from '../../../src/proof/tiles.ts'
import { growLog } from '../../../src/server/transparency/log/grow-log.ts'
import { sha256 } from '../../../src/server/transparency/log/sha256.ts'
import { openSigner, signCheckpoint } from '../../../src/server/transparency/log/sign-checkpoint.ts'
import { openEdge, type Edge } from '../support/edge.ts'

let edge: Edge
let dataDir: string
beforeAll(async () => {
  edge = await openEdge()
  dataDir = await mkdtemp(join(tmpdir(), 'twofold-log-'))
})
afterAll(async () => {
  await edge.close()
  await rm(dataDir, { recursive: true })
})

const get = (url: string) => edge.app.inject({ method: 'GET', url })

test('serves everything that a stranger needs to check the log', async () => {
  expect((await get('/log/checkpoint')).statusCode).toBe(404)
  await growLog(edge.db)
  const signer = openSigner('example.com/log', '5e'.repeat(32))
  await signCheckpoint({ db: edge.db, signer, dataDir, log: pino({ level: 'silent' }) })

  const key = readVerifier(sha256, (await get('/log/keys')).body.trimEnd())
  const served = await get('/log/checkpoint')
  expect(served.headers['cache-control']).toBe('public, max-age=5')
  const checkpoint = key && openCheckpoint(served.body, [key], ed25519.verify)
  if (!checkpoint || isFault(checkpoint)) throw new Error(checkpoint?.fault ?? 'no key')
  const tile = await get(`/log/tile/0/000.p/${checkpoint.size}`)
  expect(tile.headers['cache-control']).toContain('immutable')
  const root = rootOf(
    sha256,
    subtreesOf(sha256, () => tile.rawPayload),
    checkpoint.size,
  )
  expect(equal(root, checkpoint.root)).toBe(true)
})

test('serves no hashes before a checkpoint signs them', async () => {
  const [, size] = (await get('/log/checkpoint')).body.split('\n')
  const command = { kind: 'register', sponsor: 1 } as const
  await edge.book.submit({ command, by: { system: 'test' } })
  await growLog(edge.db)
  // Caches keep a tile forever, but commands that nobody signed may still be lost.
  expect((await get(`/log/tile/0/000.p/${Number(size) + 1}`)).statusCode).toBe(404)
  expect((await get(`/log/tile/0/000.p/${size}`)).statusCode).toBe(200)
})

test.each(['0/000', '0/000.p/0', '0/000.p/256', '0/001.p/1', '9/000', '0/0', '0/x000/000', 'a/b'])(
  'serves no tile %s',
  async (path) => expect((await get(`/log/tile/${path}`)).statusCode).toBe(404),
)

test('refuses to publish entries, and explains why', async () => {
  const answer = await get('/log/tile/entries/000.p/1')
  expect([answer.statusCode, answer.body]).toEqual([404, expect.stringContaining('not public')])
})
