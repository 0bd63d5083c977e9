/** The worker of the public log finds that a restored database lacks what the log signed. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkpointText, signNote } from '../../../src/proof/note.ts'
import { originOf } from '../../../src/server/transparency/log/origin.ts'
import { NoCopy, openSigner } from '../../../src/server/transparency/log/sign-checkpoint.ts'
import { startTransparency } from '../../../src/server/transparency/worker.ts'
import { until } from '../../support/poll.ts'
import { openEdge, type Edge } from '../support/edge.ts'

const logKey = '5e'.repeat(32)
let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

async function reasons(): Promise<string[]> {
  const rows = await edge.db.selectFrom('payout_pauses').select('reason').execute()
  return rows.map(({ reason }) => reason)
}

/** Runs the worker until it has told why the log rests. */
async function startAndRest(dataDir: string): Promise<void> {
  const { db, context } = edge
  await db.updateTable('log_rest').set({ why: null }).execute()
  await runAgain(dataDir, context)
}

async function runAgain(dataDir: string, context = edge.context): Promise<void> {
  const stopping = new AbortController()
  const told: string[] = []
  const log = Object.assign(Object.create(context.log) as typeof context.log, {
    error: (_: unknown, text: string) => void told.push(text),
  })
  const config = { ...context.config, dataDir, logKey, logEveryMs: 50 }
  const worker = startTransparency({ ...context, config, log, stopping: stopping.signal })
  await until('the log to rest', () => told.includes('the public log is not signing'))
  stopping.abort()
  await worker.stop()
}

test('pauses payouts until an operator has compared, although the log still rests', async () => {
  const { verifier, sign } = openSigner(originOf(edge.config.publicUrl), logKey)
  const root = new Uint8Array(32)
  const note = signNote(checkpointText({ origin: verifier.name, size: 900, root }), verifier, sign)
  const dataDir = join(edge.config.dataDir, 'restored')
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'last-checkpoint'), note)
  await startAndRest(dataDir)
  expect(await reasons()).toEqual(['history_lost'])
  // As `resume history_lost` does.
  await edge.db.deleteFrom('payout_pauses').execute()
  await runAgain(dataDir)
  expect(await reasons()).toEqual([])
})

test('pauses payouts if the log had no room for a copy, and keeps a reason', async () => {
  const dataDir = join(edge.config.dataDir, 'restored')
  const { message } = new NoCopy(dataDir, {})
  await edge.db.updateTable('log_rest').set({ why: message }).execute()
  await runAgain(dataDir)
  expect(await reasons()).toEqual(['history_lost'])
  const said = 'Restored to 8:00'
  await edge.db.updateTable('payout_pauses').set({ detail: said }).execute()
  await startAndRest(dataDir)
  const rows = await edge.db.selectFrom('payout_pauses').select('detail').execute()
  expect(rows).toEqual([{ detail: said }])
})
