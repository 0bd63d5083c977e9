import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { readSignedBatch } from '../../../src/server/custody/signed-batch.ts'
import { importPayouts } from '../../../src/server/payout/offline/import-payouts.ts'
import { openOfflineWorld, type OfflineWorld } from '../../api/support/offline-world.ts'
import { programEnv } from '../../support/run-program.ts'
import { isLong } from '../../support/scale.ts'
import { openStepProxies } from '../../support/wire/step-proxies.ts'

// Whichever step kills the import of a signed file, the same file can be imported again, and each
// withdrawal is paid once.

let offline: OfflineWorld
beforeAll(async () => {
  offline = await openOfflineWorld()
  await offline.world.pay(offline.cold, 'TRX', '20000')
  await offline.world.settle()
})
afterAll(() => offline.close())

const WORKER = fileURLToPath(new URL('signed-file-worker.ts', import.meta.url))

/** Imports a signed file, and kills that at its n-th step. Returns whether it finished before. */
async function importUntil(signed: string, killAt: number): Promise<boolean> {
  const { config, context } = offline.world.edge
  const url = context.pool.options.connectionString ?? ''
  let steps = 0
  const proxies = await openStepProxies(url, offline.world.devnet.url, () => {
    steps += 1
    if (steps < killAt) return 'pass'
    child.kill('SIGKILL')
    return 'hold'
  })
  const { databaseUrl, nodeUrl } = proxies
  const args = [WORKER, databaseUrl, nodeUrl, context.usdtContract, signed]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...programEnv,
      DATA_DIR: config.dataDir,
      PAYOUT_KEY: 'offline',
      TRON_DEPOSIT_XPUB: offline.xpub,
    },
  })
  const [code, signal] = (await once(child, 'exit')) as unknown[]
  await proxies.stop()
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the import ended with ${code}`)
  return code === 0
}

test.runIf(isLong)(
  'pays each withdrawal once, whichever step of its import was the last',
  async () => {
    const { context } = offline.world.edge
    const stops = new Set<number>()
    for (let at = 1; ; at += 1) {
      const one = await offline.approved(`one${at}`, 1)
      const two = await offline.approved(`two${at}`, 1)
      const text = await offline.payer.sign(await offline.exportPayouts())
      const isDone = await importUntil(offline.payer.store('signed', text), at)
      const stored = await context.db
        .selectFrom('payouts')
        .select('no')
        .where('withdrawal_no', 'in', [...one.ids, ...two.ids].map(Number))
        .execute()
      stops.add(stored.length)
      const again = () =>
        readSignedBatch(context.db, text).then((batch) => importPayouts(context, batch, 'ann'))
      // Only the last step of the import uses the file up.
      const repeated = await again().catch((error: Error) => error.message)
      const seen =
        typeof repeated === 'string' ? repeated : repeated.stored.length + repeated.skipped.length
      expect([2, expect.stringContaining('was imported before')]).toContainEqual(seen)
      await expect(again()).rejects.toThrow('was imported before')
      await offline.send()
      for (const { wallet, member } of [one, two]) {
        expect(await context.tron.balances(wallet)).toMatchObject({ value: { trx: 38_000_000n } })
        const { body } = await member.get('rewards/withdrawals/')
        expect(body.results.map(({ stage }) => stage)).toEqual(['confirmed'])
      }
      if (isDone) break
    }
    expect([...stops]).toEqual([0, 1, 2])
    const { db, pool } = context
    expect((await checkBook(db, pool)).differences.described).toEqual([])
  },
  600_000,
)
