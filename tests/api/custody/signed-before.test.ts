import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSignedBatch } from '../../../src/server/custody/signed-batch.ts'
import { exportPayouts } from '../../../src/server/payout/offline/offline-payouts.ts'
import { importPayouts } from '../../../src/server/payout/offline/import-payouts.ts'
import { troubled } from '../../../src/tron/node/trouble.ts'
import { discard, idsIn, openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'
import { isLong } from '../../support/scale.ts'

// A withdrawal that was signed once keeps no other out of the next files.

let offline: OfflineWorld
beforeEach(async () => {
  offline = await openOfflineWorld()
})
afterEach(() => offline.close())

const context = () => offline.world.edge.context
const nameOf = (text: string): string => /"batch": "([^"]+)"/.exec(text)?.[1] ?? ''
const importFile = async (signed: string) =>
  importPayouts(context(), await readSignedBatch(context().db, signed), 'ann')
const setSuspended = (member: number, on: boolean) =>
  sql`update members set suspended = ${on} where no = ${member}`.execute(offline.world.edge.db)

/** Makes everything that was signed so far end two hours ago. */
function age(): void {
  const path = join(offline.payer.folder, 'signer', 'signed.jsonl')
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const aged = lines.map((line) => {
    const signed = JSON.parse(line) as object
    return `${JSON.stringify({ ...signed, expirationMs: Date.now() - 2 * 3_600_000 })}\n`
  })
  writeFileSync(path, aged.join(''))
}
const agedExport = (batch: string, minutes = 120) =>
  sql`update signing_batches set expires_at = now() - make_interval(mins => ${minutes})
    where batch = ${batch}`.execute(offline.world.edge.db)

test('leaves out what an import skipped, until the signer takes it again', async () => {
  await offline.approved('alice', 1)
  const skipped = await offline.approved('bobby', 1)
  const first = await offline.exportPayouts()
  const signed = await offline.payer.sign(first)
  await setSuspended(skipped.member.no, true)
  expect((await importFile(signed)).skipped).toEqual([{ id: skipped.ids[0], why: 'not_due' }])
  await setSuspended(skipped.member.no, false)
  await expect(offline.exportPayouts()).rejects.toThrow('There is nothing to sign')
  const other = await offline.approved('carol', 1)
  const second = await offline.exportPayouts()
  expect(idsIn(second)).toEqual(other.ids)
  await offline.payer.sign(second)
  // The signer counts a file for an hour after its end.
  await agedExport(nameOf(first), 55)
  await expect(offline.exportPayouts()).rejects.toThrow('There is nothing to sign')
  age()
  await agedExport(nameOf(first), 65)
  const third = await offline.exportPayouts()
  expect(idsIn(third)).toEqual(skipped.ids)
  await offline.payer.sign(third, '--lost', nameOf(first))
})

test.runIf(isLong)('leaves out the rest of a file that was imported in part', async () => {
  const first = await offline.approved('fred', 1)
  const rest = await offline.approved('gina', 1)
  const name = nameOf(await halfImport(rest.wallet))
  await discard(context().db, name)
  const other = await offline.approved('hans', 1)
  const second = await offline.exportPayouts()
  expect(idsIn(second)).toEqual(other.ids)
  expect((await importFile(await offline.payer.sign(second))).stored).toEqual(other.ids)
  age()
  await agedExport(name)
  const third = await offline.exportPayouts()
  expect(idsIn(third)).toEqual(rest.ids)
  expect(idsIn(third)).not.toContain(first.ids[0])
})

/** Exports, signs, and imports a file, while the nodes don't answer about one address. */
async function halfImport(address: string): Promise<string> {
  const text = await offline.exportPayouts()
  const batch = await readSignedBatch(context().db, await offline.payer.sign(text))
  const { tron } = context()
  const silent: typeof tron = {
    ...tron,
    account: async (asked) =>
      asked === address ? troubled('timeout', 'no answer') : tron.account(asked),
  }
  const importing = importPayouts({ ...context(), tron: silent }, batch, 'ann')
  await expect(importing).rejects.toThrow('Stored: 1. Import the same file again later.')
  return text
}

test.runIf(isLong)('names every lost file, and pays the others meanwhile', async () => {
  const { ids } = await offline.approved('dora', 1)
  const first = await offline.exportPayouts()
  await offline.payer.sign(first)
  await discard(context().db, nameOf(first))
  const other = await offline.approved('emil', 1)
  const both = await offline.exportPayouts()
  await expect(offline.payer.sign(both)).rejects.toThrow(
    `${nameOf(first)} (withdrawal ${ids[0]}, attempt 1), which ends at`,
  )
  await discard(context().db, nameOf(both))
  const deps = { ...context(), exportKey: offline.houseKey, operator: 'ann' }
  const without = async (...batches: string[]) =>
    (await exportPayouts(deps, offline.cold, batches)).text
  await expect(without('payouts-x')).rejects.toThrow('There is no batch of payouts payouts-x.')
  await expect(without('99999999999999999999')).rejects.toThrow('There is no withdrawal')
  // A restored database may lack the batch.
  await expect(without(`${ids[0]},${other.ids[0]}`)).rejects.toThrow('There is nothing to sign.')
  const rest = await without(nameOf(first))
  expect(idsIn(rest)).toEqual(other.ids)
  expect((await importFile(await offline.payer.sign(rest))).stored).toEqual(other.ids)

  age()
  const second = await offline.exportPayouts()
  await offline.payer.sign(second, '--lost', nameOf(first))
  await discard(context().db, nameOf(second))
  age()
  const third = await offline.exportPayouts()
  expect(idsIn(third)).toEqual(ids)
  const lost = [nameOf(first), nameOf(second)].flatMap((name) => ['--lost', name])
  await expect(offline.payer.sign(third)).rejects.toThrow(lost.join(' '))
  await expect(offline.payer.sign(third, ...lost.slice(2))).rejects.toThrow(nameOf(first))
  expect((await importFile(await offline.payer.sign(third, ...lost))).stored).toEqual(ids)
})
