import { statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAddresses } from '../../../../src/server/custody/reconciliation/check-addresses.ts'
import { addOperator } from '../../../../src/server/staff/operators.ts'
import { runProgram, type Options } from '../../../support/run-program.ts'
import { isLong } from '../../../support/scale.ts'
import { openOfflineWorld, type OfflineWorld } from '../../support/offline-world.ts'

// The files of `npm run payouts` and of the signer. Each call starts a program.

let offline: OfflineWorld
beforeAll(async () => {
  offline = await openOfflineWorld()
  await addOperator(offline.world.edge.db, 'fiona', 'finance')
})
afterAll(() => offline.close())

const runPayouts = (...args: string[]) => runWith({}, ...args)

function runWith(options: Options, ...args: string[]) {
  const { databaseUrl, config } = offline.world.edge
  const { url, info } = offline.world.devnet
  const env = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: databaseUrl,
    TRON_API_URL: url,
    TRON_USDT_CONTRACT: info.usdtContract,
    PAYOUT_KEY: 'offline',
  }
  const named = [...args, '--operator', 'fiona']
  return runProgram('cli/payouts.ts', { ...options, args: named, env })
}

const fileOf = (name: string): string => join(offline.payer.folder, name)

test.runIf(isLong)('stores no batch whose file can’t be written', async () => {
  const { ids } = await offline.approved('written', 1)
  const taken = offline.payer.store('taken', 'another file')
  const exportTo = (out: string) =>
    runPayouts('export', '--from', offline.cold, '--out', out).then(({ said }) => said)
  expect(await exportTo(taken)).toContain('It already exists.')
  expect(await exportTo(fileOf('first'))).toContain('Written to')
  const [{ batch, withdrawals }] = (await offline.world.edge.db
    .selectFrom('signing_batches')
    .select(['batch', 'withdrawals'])
    .execute()) as [{ batch: string; withdrawals: number[] }]
  expect(withdrawals.map(String)).toEqual(ids)
  // An operator who lost the file needs the name.
  expect(await exportTo(fileOf('second'))).toContain(
    `We left out withdrawals in earlier files (1): ${batch}.`,
  )
  expect(() => statSync(fileOf('second'))).toThrow('ENOENT')
})

test.runIf(isLong)('refuses a huge file in one sentence, and audits that', async () => {
  const huge = offline.payer.store('huge', '')
  for (const bytes of [10_000_000, 3_000_000_000]) {
    const payout = `{"id":"1","asset":"TRX","signedHex":"${'ab'.repeat(4_500_000)}"}`
    writeFileSync(huge, `{"format":"twofold-signed-payouts","version":2,"payouts":[${payout}]}`)
    truncateSync(huge, bytes)
    const { code, said } = await runPayouts('import', '--signed', huge)
    expect([code, said]).toEqual([1, `${huge} has more than 4 MB\n`])
    await expect(
      offline.payer.run('sign', '--payouts', huge, '--out', 'x', '--key', 'x'),
    ).rejects.toThrow('has more than 4 MB')
  }
  const entries = await offline.world.edge.db
    .selectFrom('audit_entries')
    .select('reason')
    .where('action', '=', 'import refused')
    .execute()
  expect(entries).toHaveLength(2)
})

test.runIf(process.platform === 'linux')(
  'frees the withdrawals of a file that a full disk cut off',
  async () => {
    const { db } = offline.world.edge
    const { ids } = await offline.approved('cut', 1)
    expect((await runPayouts('house-key')).code).toBe(0)
    const exportTo = (out: string, options: Options = {}) =>
      runWith(options, 'export', '--from', offline.cold, '--out', out)
    const cut = await exportTo(fileOf('cut'), { fileBlocks: 0 })
    expect([cut.code, cut.said]).toEqual([1, expect.stringContaining(`${fileOf('cut')}: `)])
    expect(() => statSync(fileOf('cut'))).toThrow('ENOENT')
    const again = await exportTo(fileOf('cut'))
    expect([again.code, again.said]).toEqual([0, expect.stringContaining('Written to')])
    const all = await db
      .selectFrom('signing_batches')
      .select(['batch', 'discarded_at', 'withdrawals'])
      .orderBy('exported_at')
      .execute()
    const batches = all.filter(({ withdrawals }) => withdrawals.map(String).join() === ids.join())
    expect(batches.map(({ discarded_at: at }) => at !== null)).toEqual([true, false])
    const entries = await db
      .selectFrom('audit_entries')
      .select(['operator', 'object'])
      .where('action', '=', 'discard batch')
      .execute()
    expect(entries).toEqual([{ operator: 'fiona', object: batches[0]?.batch }])
  },
)

test.runIf(isLong && process.platform === 'linux')(
  'names the batch that it can’t discard, since the database is lost as well',
  async () => {
    const { db } = offline.world.edge
    await offline.approved('lost', 1)
    expect((await runPayouts('house-key')).code).toBe(0)
    await sql`create function lose() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(db)
    await sql`create trigger lose before update on signing_batches execute function lose()`.execute(
      db,
    )
    const out = fileOf('lost')
    const { code, said } = await runWith(
      { fileBlocks: 0 },
      'export',
      '--from',
      offline.cold,
      '--out',
      out,
    )
    const { batch } = await db
      .selectFrom('signing_batches')
      .select('batch')
      .orderBy('exported_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(said.split('\n')).toEqual([
      expect.stringContaining(`${out}: A file of this user may not be so large.`),
      expect.stringContaining(`npm run payouts -- discard --batch ${batch} --operator fiona --why`),
      expect.stringContaining('The database is not available: '),
      '',
    ])
    expect(code).toBe(1)
    expect(() => statSync(out)).toThrow('ENOENT')
    await sql`drop function lose cascade`.execute(db)
    expect((await runPayouts('discard', '--batch', batch, '--why', 'a full disk')).code).toBe(0)
  },
)

test.runIf(isLong && process.platform === 'linux')(
  'frees the deposit addresses of files that a full disk cut off',
  async () => {
    const { world, cold, xpub } = offline
    const { address } = await world.member('moved')
    await world.pay(address, 'USDT', '204')
    await world.settle()
    await checkAddresses(world.edge.context)
    const key = offline.payer.store('xpub', xpub)
    const exportTo = (kind: string, name: string, options: Options = {}) => {
      const wallets = kind === 'sweep' ? ['--to', cold] : ['--from', cold, '--to', cold]
      return runWith(options, kind, ...wallets, '--xpub', key, '--out', fileOf(name))
    }
    for (const kind of ['top-up', 'sweep']) {
      if (kind === 'sweep') {
        await world.pay(address, 'TRX', '60')
        await world.settle()
        await checkAddresses(world.edge.context)
      }
      const cut = await exportTo(kind, `cut-${kind}`, { fileBlocks: 0 })
      expect([cut.code, cut.said]).toEqual([1, expect.stringContaining(`cut-${kind}: A file of`)])
      const again = await exportTo(kind, kind)
      expect([again.code, again.said]).toEqual([0, expect.stringContaining('Written to')])
      const { batch } = await world.edge.db
        .selectFrom('signing_batches')
        .select('batch')
        .where('discarded_at', 'is', null)
        .where('kind', '=', kind === 'sweep' ? 'sweeps' : 'top_ups')
        .executeTakeFirstOrThrow()
      expect((await runPayouts('discard', '--batch', batch, '--why', 'a test')).code).toBe(0)
    }
  },
)
