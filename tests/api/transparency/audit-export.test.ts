/** What leaves the house in an audit file: no name, mailbox, address, or telephone. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAuditLines } from '../../../src/server/transparency/audit/read-audit-lines.ts'
import { verifyAudit } from '../../../src/server/transparency/audit/verify-audit.ts'
import { growLog } from '../../../src/server/transparency/log/grow-log.ts'
import { openSigner, signCheckpoint } from '../../../src/server/transparency/log/sign-checkpoint.ts'
import type { Address } from '../../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { approveWithdrawal } from '../../support/book-acts.ts'
import { runProgram } from '../../support/run-program.ts'
import { fundMember } from '../support/members.ts'
import { requestDepositFor, openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import { sealToday } from '../support/makers/transparency-makers.ts'

let world: MoneyWorld
let dataDir: string
let payee: Address
beforeAll(async () => {
  world = await openMoneyWorld()
  dataDir = await mkdtemp(join(tmpdir(), 'twofold-log-'))
  const payouts = await world.openPayouts()
  await payouts.round()
  await world.settle()
  await depositAndActivate()
  await withdraw()
  await payouts.round()
  await world.settle()
  await payouts.round()
  await sealToday(world.edge)
  const { db } = world.edge
  while ((await growLog(db)) > 0);
  const signer = openSigner('test/log', '5e'.repeat(32))
  await signCheckpoint({ db, signer, dataDir, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await world.close()
  await rm(dataDir, { recursive: true })
})

async function depositAndActivate(): Promise<void> {
  const member = await world.member('annabelle')
  const figures = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }
  await requestDepositFor(member, 'USDT', figures)
  await world.pay(member.address, 'USDT', '10.2')
  await world.settle()
  expect(await member.balance()).toBe('10.00')
  const { body } = await member.get('accounts/me/')
  await member.post(`accounts/profiles/${body.profiles[0]?.id}/wallet-activate/`)
}

async function withdraw(): Promise<void> {
  const member = await world.member('bartholomew')
  const { db, book } = world.edge
  await fundMember(world.edge, member.no, 100)
  payee = addressOfKey(newPrivateKey())
  const changed = { wallet_address: payee, first_name: 'Bartholomew', last_name: 'Quill' }
  await db
    .updateTable('identities')
    .set({ ...changed, phone_number: '+12025550143' })
    .where('member_no', '=', member.no)
    .execute()
  const asked = await member.post('rewards/withdrawals/', { amount: 20, payment_method: 'trx' })
  expect(asked.status).toBe(201)
  await approveWithdrawal(book, Number(asked.body.id))
}

/** Every text in the database that is about a person, and every address and transaction. */
async function readPersonal(): Promise<string[]> {
  const { rows } = await world.edge.context.pool.query<{ text: string }>(`
    select distinct text from (
      select unnest(array[username, email, first_name, last_name, phone_number, wallet_address])
        from identities where member_no > 1
      union all select unnest(array[address]) from deposit_addresses
      union all select unnest(array[from_address, to_address, txid]) from transfers
      union all select unnest(array[address]) from withdrawals
      union all select unnest(array[from_address, to_address, txid]) from payouts
      union all select username from operators) found (text)
    where length(text) > 2`)
  return rows.map(({ text }) => text)
}

/** All texts in some JSON, without the names of fields. */
function* valuesOf(json: unknown): Generator<string> {
  if (typeof json === 'string') yield json
  if (typeof json !== 'object' || json === null) return
  for (const value of Object.values(json)) yield* valuesOf(value)
}

test('exports no personal data of members into an audit file that verifies', async () => {
  const out = join(dataDir, 'audit.gz')
  const env = { DATABASE_URL: world.edge.databaseUrl, DATA_DIR: dataDir }
  const exported = await runProgram('cli/audit-export.ts', { args: ['--out', out], env })
  expect([exported.code, exported.said]).toEqual([0, expect.stringMatching(/^\d+ entries/)])
  const audited = await verifyAudit(readAuditLines(out), { keys: [], checkpoints: [] })
  expect(audited).toMatchObject({ derived: 2, keysKept: false })

  const text = gunzipSync(await readFile(out)).toString('utf8')
  for (const kind of ['deposit', 'activation', 'withdrawal_paid']) {
    expect(text).toContain(`"${kind}"`)
  }
  const personal = await readPersonal()
  expect(personal).toEqual(
    expect.arrayContaining(['annabelle', 'Quill', '+12025550143', String(payee)]),
  )
  const lower = [
    ...valuesOf(
      text
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ),
  ]
    .join('\n')
    .toLowerCase()
  expect(personal.filter((each) => lower.includes(each.toLowerCase()))).toEqual([])
})
