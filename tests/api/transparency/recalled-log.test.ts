/** A restored database on a new machine. Witnesses remember what we signed. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeConsistency } from '../../../src/proof/consistency.ts'
import { checkpointText, KEY_TYPES, signNote, verifierOf } from '../../../src/proof/note.ts'
import type { Witness as Named } from '../../../src/proof/policy.ts'
import { growLog, readLogSize } from '../../../src/server/transparency/log/grow-log.ts'
import { originOf } from '../../../src/server/transparency/log/origin.ts'
import { openSigner, type Signer } from '../../../src/server/transparency/log/sign-checkpoint.ts'
import { sha256 } from '../../../src/server/transparency/log/sha256.ts'
import { startTransparency } from '../../../src/server/transparency/worker.ts'
import { recallSigned } from '../../../src/server/transparency/witness/recall-signed.ts'
import type { Witness } from '../../../src/server/witness/witness.ts'
import { until } from '../../support/poll.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember } from '../support/members.ts'
import { openWitnessServers, type WitnessServers } from './witness-servers.ts'

const logKey = '5e'.repeat(32)
let edge: Edge
let near: WitnessServers
let signer: Signer
beforeEach(async () => {
  edge = await openEdge()
  near = await openWitnessServers()
  signer = openSigner(originOf(edge.config.publicUrl), logKey)
  await addMember(edge, 'remembered')
  while ((await growLog(edge.db)) > 0);
})
afterEach(async () => {
  await near.close()
  await edge.close()
})

const openWitness = (name: string) => near.open(name, signer.verifier)

/** A checkpoint that we could have signed before the restore, with other commands at its end. */
const lostNote = (size: number, { verifier, sign } = signer): string =>
  signNote(
    checkpointText({ origin: verifier.name, size, root: sha256(Buffer.from('x')) }),
    verifier,
    sign,
  )

const show = ({ witness }: { witness: Witness }, note: string) =>
  witness.add(writeConsistency({ older: 0, path: [], note }))

const dataDir = (): string => join(near.folder, 'new-machine')
const keptNote = () => readFile(join(dataDir(), 'last-checkpoint'), 'utf8').catch(() => null)
const checkpoints = async () =>
  (await edge.db.selectFrom('log_checkpoints').select('size').execute()).length
const rest = async () =>
  (await edge.db.selectFrom('log_rest').select('why').executeTakeFirst())?.why ?? null

/** Runs the worker until something holds. */
async function run(witnesses: readonly Named[], what: string, holds: () => Promise<boolean>) {
  const { context } = edge
  const stopping = new AbortController()
  const config = { ...context.config, dataDir: dataDir(), logKey, logEveryMs: 50, witnesses }
  const log = pino({ level: 'silent' })
  const worker = startTransparency({ ...context, config, log, stopping: stopping.signal } as never)
  await until(what, holds)
  stopping.abort()
  await worker.stop()
}

test('signs nothing after a restore that lost what a witness has seen', async () => {
  const [away, seen] = [await openWitness('away.example'), await openWitness('seen.example')]
  const size = (await readLogSize(edge.db)) + 20
  const note = lostNote(size)
  await show(seen, note)
  await run([away, seen], 'the log to rest', async () => (await rest()) !== null)
  expect(await checkpoints()).toBe(0)
  expect(await rest()).toMatch(/^the log has \d+ commands, and a checkpoint of \d+ is signed$/)
  // With this copy, two admins can start a new log.
  expect(await keptNote()).toContain(note)
  const pauses = await edge.db.selectFrom('payout_pauses').select('reason').execute()
  expect(pauses).toEqual([{ reason: 'history_lost' }])
})

test('stops a second history as soon as the witness is back', async () => {
  const seen = await openWitness('back.example')
  const url = seen.url.replace(/\d+$/, '1')
  await run([{ ...seen, url }], 'a checkpoint', async () => (await checkpoints()) > 0)
  const [signed] = await edge.db.selectFrom('log_checkpoints').select('size').execute()
  // Our new history is longer by now.
  await show(seen, lostNote(Number(signed?.size) - 1))
  await run([seen], 'the log to rest', async () => (await rest()) !== null)
  expect(await rest()).toContain('commands are not those we signed')
})

test('stops it in the next round, too, without a restart', async () => {
  const seen = await openWitness('later.example')
  let isBack = false
  const front = await near.serve(
    createServer((request, response) => {
      if (!isBack) return void response.writeHead(503).end()
      void fetch(`${seen.url}${request.url}`).then(async (answer) =>
        response.writeHead(answer.status).end(await answer.text()),
      )
    }),
  )
  const note = lostNote((await readLogSize(edge.db)) + 1_000)
  await show(seen, note)
  await run([{ ...seen, url: front }], 'the log to rest', async () => {
    isBack = (await checkpoints()) > 0
    return (await rest()) !== null
  })
  expect(await keptNote()).toContain(note)
})

test('believes only our own signature', async () => {
  const size = (await readLogSize(edge.db)) + 20
  const other = openSigner(signer.verifier.name, '6f'.repeat(32))
  const foreign = openSigner('other.example/log', logKey)
  const answers = [lostNote(size, other), lostNote(size, foreign), 'x', 'x'.repeat(20_000), null]
  const witnesses = answers.map(async (note, at) => ({
    verifier: verifierOf(sha256, `w${at}.example`, new Uint8Array(32).fill(at), KEY_TYPES.witness),
    url: await near.serve(
      createServer(
        (_, response) =>
          void response.writeHead(note === null ? 302 : 200, { location: '/' }).end(note),
      ),
    ),
  }))
  const told: unknown[] = []
  const log = {
    warn: (what: unknown) => told.push(what),
    error: (what: unknown) => told.push(what),
  }
  const deps = { db: edge.db, signer, dataDir: dataDir(), log: log as never }
  await recallSigned(deps, await Promise.all(witnesses))
  expect(await keptNote()).toBeNull()
  expect(told).toHaveLength(answers.length)
})
