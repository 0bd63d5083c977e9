import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAnchorMemo } from '../../../src/proof/anchor-memo.ts'
import { peekCheckpoint } from '../../../src/proof/note.ts'
import { toHex } from '../../../src/tron/encoding/hex.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { decodeRaw } from '../../../src/tron/transaction/transaction.ts'
import { addressOfKey, readSigned } from '../../../src/tron/transaction/signature.ts'
import { anchorDay } from '../../../src/server/transparency/anchor/anchor-day.ts'
import { openMoneyWorld, SOLID_AFTER, type MoneyWorld } from '../../api/support/money-world.ts'
import { sealToday, signLog } from '../../api/support/makers/transparency-makers.ts'
import { programEnv } from '../../support/run-program.ts'
import { openStepProxies } from '../../support/wire/step-proxies.ts'
import { isLong } from '../../support/scale.ts'

// We kill the worker at each write and each request to the node while it anchors a day.

const program = fileURLToPath(new URL('anchor-worker.ts', import.meta.url))
const key = newPrivateKey()
const from = addressOfKey(key)
const to = addressOfKey(newPrivateKey())

let world: MoneyWorld
let day: string
beforeAll(async () => {
  world = await openMoneyWorld()
  await world.pay(from, 'TRX', '100')
  await world.pay(to, 'TRX', '1')
  await world.settle()
  await world.member('anchored')
  day = await sealToday(world.edge)
  await signLog(world.edge)
})
afterAll(() => world.close())

async function runWorker(killAt: number): Promise<{ finished: boolean }> {
  const { edge, devnet } = world
  let steps = 0
  const proxies = await openStepProxies(edge.databaseUrl, devnet.url, () => {
    steps += 1
    if (steps < killAt) return 'pass'
    child.kill('SIGKILL')
    return 'hold'
  })
  const args = [proxies.databaseUrl, proxies.nodeUrl, edge.context.usdtContract, toHex(key), to]
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: programEnv,
  })
  const [code] = (await once(child, 'exit')) as unknown[]
  await proxies.stop()
  return { finished: code === 0 }
}

const readAll = () => world.edge.db.selectFrom('anchors').selectAll().orderBy('no').execute()

test.runIf(isLong)(
  'anchors each day once on the chain, whenever the worker is killed',
  async () => {
    const { db, context } = world.edge
    const { tron } = context
    const wallet = { key, to }
    await anchorDay(db, tron, null)
    expect(await readAll()).toEqual([])
    // Stored but not sent; about to send; sent, with the answer lost.
    for (const at of [1, 1, 2]) expect((await runWorker(at)).finished).toBe(false)
    expect(await readAll()).toMatchObject([{ day, state: 'stored' }])
    expect((await runWorker(Infinity)).finished).toBe(true)
    await world.mine(SOLID_AFTER)
    for (let round = 0; round < 3; round++) await anchorDay(db, tron, wallet)
    const [anchor, ...more] = await readAll()
    expect(more).toEqual([])
    expect(anchor).toMatchObject({ day, state: 'confirmed' })
    const sent = await tron.outgoing(from, 0)
    expect(sent.ok && sent.value.map(({ txid }) => txid)).toEqual([anchor?.txid])

    // The memo on the chain is the signed checkpoint, so anyone can compare them.
    const signed = readSigned(Buffer.from(anchor?.signed_hex ?? '', 'hex'))
    const memo = new TextDecoder().decode(decodeRaw(signed.raw).memo)
    const { note } = await db
      .selectFrom('log_checkpoints')
      .select('note')
      .where('size', '=', BigInt(anchor?.size ?? 0))
      .executeTakeFirstOrThrow()
    expect(readAnchorMemo(memo)).toEqual(peekCheckpoint(note))
    expect(readAnchorMemo(memo.replace(/ \d+ /, ' 1 '))).not.toEqual(peekCheckpoint(note))
    expect(readAnchorMemo('thanks for the fish')).toBeNull()
  },
)

test('tries a day’s anchor three times when it expires, without stopping other work', async () => {
  const { db, context } = world.edge
  const wallet = { key, to }
  await db.deleteFrom('anchors').execute()
  const tron: typeof context.tron = {
    ...context.tron,
    broadcast: () => Promise.resolve({ outcome: 'unknown', detail: 'lost' }),
    transaction: async () => {
      const value = { state: 'absent', finalTimeMs: Date.now() + 86_400_000 } as const
      return await Promise.resolve({ ok: true, value })
    },
  }
  for (let round = 0; round < 8; round++) await anchorDay(db, tron, wallet)
  expect((await readAll()).map(({ state }) => state)).toEqual(['expired', 'expired', 'expired'])
})
