/** What each role may submit on the ledger port, and what the leader believes of it. */
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Rejection } from '../../../src/contract/refusals/reject.ts'
import { openKysely } from '../../../src/db/pool.ts'
import { micros, rateE8, units } from '../../../src/domain/money/money.ts'
import { coinsFor } from '../../../src/domain/money/rate.ts'
import { batchHooks, productHooks } from '../../../src/server/app/batch-hooks.ts'
import { openBook, type Book } from '../../../src/server/book/book.ts'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { configOf } from '../../../src/server/config/read-config.ts'
import { senders } from '../../../src/server/config/roles.ts'
import {
  hooksAllowed,
  openAdmission,
  type Admit,
} from '../../../src/server/forward/allowed-commands.ts'
import { readItem } from '../../../src/server/forward/read-item.ts'
import { serveLedger } from '../../../src/server/forward/server.ts'
import { findSender, ledgerToken, ledgerTokens } from '../../../src/server/forward/token.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { freePort } from '../../support/ports.ts'
import { portItems, wireItem, type PortItem } from './port-items.ts'
import { scratchDirectory } from '../../support/run-directory.ts'
import { until } from '../../support/poll.ts'
import { sample, times } from '../../support/scale.ts'

const items: readonly PortItem[] = Object.values(portItems)
const secrets = { ledgerSecrets: { web: ['the secret of web'], chain: ['the secret of chain'] } }
const epoch = 1
let database: TestDatabase
let book: Book
let settings: Parameters<typeof openAdmission>[0]
let strict: Admit
/** Stands in for a stolen process of every role at once, whose commands reach the rules. */
let isStrict = true
let reloads = 0
let address: string
let stop: () => Promise<void>

beforeAll(async () => {
  database = await createTestDatabase()
  const config = await configOf({ DATA_DIR: await scratchDirectory() })
  settings = config
  const log = pino({ level: 'silent' })
  book = await openBook({ ...database, log, hooks: productHooks(config) })
  book.onReloaded(() => (reloads += 1))
  await book.submit({ command: { kind: 'register', sponsor: 1 }, by: { system: 'test' } })
  strict = openAdmission(config, database)
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  stop = await serveLedger({
    book,
    leading: {
      isOpen: () => true,
      isStopping: () => false,
      known: () => ({ epoch, address }),
    },
    place: { listen: { host: '127.0.0.1', port }, address },
    tokens: ledgerTokens(secrets),
    admit: (sender, item) => (isStrict ? strict(sender, item) : item),
    tls: null,
    log,
  })
})
afterAll(async () => {
  await stop()
  await book.close()
  await database.close()
})

type Answer = { done?: { seq: number }; refusal?: object; error?: { message: string } }

async function send(from: (typeof senders)[number], sent: readonly unknown[]): Promise<Answer[]> {
  const headers = {
    authorization: `Bearer ${ledgerToken(secrets, from)}`,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ epoch, items: sent })
  const answer = await fetch(`${address}/commands`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  const { results } = (await answer.json()) as { results: Answer[] }
  return results
}

const isBarred = ({ error }: Answer): boolean =>
  /may not submit|is malformed/.test(error?.message ?? '')

test.each(items.map((item) => [item.command.kind, item] as const))(
  'accepts %s from its role only',
  async (_kind, item) => {
    const answers = await Promise.all(senders.map((sender) => send(sender, [wireItem(item)])))
    // A web process may report a transfer, but the leader looks it up.
    const mayReport = item.command.kind === 'receive_transfer'
    expect(answers.map(([answer]) => answer && isBarred(answer))).toEqual(
      senders.map((sender) => sender !== item.from && !(mayReport && sender === 'web')),
    )
  },
)

test.each(items.filter(({ hook }) => hook).map((item) => [item.command.kind, item] as const))(
  'accepts %s with its own hook only',
  async (_kind, { from, ...item }) => {
    const before = book.status().seq
    const odd = items.flatMap(({ hook }) =>
      hook && hook.name !== item.hook?.name ? [wireItem({ ...item, hook })] : [],
    )
    const bare = { command: item.command, by: item.by }
    const answers = await send(from ?? 'web', [wireItem(bare), ...odd])
    expect(answers.filter((answer) => !isBarred(answer))).toEqual([])
    expect(book.status().seq).toBe(before)
  },
)

test('allows every batch hook for a command of some role', () => {
  const names = batchHooks.map(({ name }) => name)
  expect(names.filter((name) => !hooksAllowed.has(name))).toEqual([])
  expect([...hooksAllowed].filter((name) => name !== null && !names.includes(name))).toEqual([])
})

const asWeb = (kind: 'receive_transfer' | 'open_deposit', change: object = {}) => {
  const { command, ...item } = portItems[kind]
  return wireItem({ ...item, command: { ...command, ...change } })
}

test('lets a web process report only transfers that the watcher recorded', async () => {
  const { db } = database
  const txid = 'cd'.repeat(32)
  const asRecorded = (change: object = {}) => {
    const sent = asWeb('receive_transfer', { txid, ...change })
    const { input, ...hook } = sent.hook as { input: object }
    return { ...sent, hook: { ...hook, input: { ...input, txid } } }
  }
  const [invented] = await send('web', [asRecorded()])
  expect(invented).toMatchObject({ error: { code: 'not_recorded' } })
  const { command } = portItems.receive_transfer
  const at = new Date(command.blockAt)
  const place = { network: command.network, txid, asset: 1, log_index: 0 }
  await db
    .insertInto('incoming_transfers')
    .values({
      ...place,
      from_address: 'TSender',
      to_address: command.to,
      amount: command.amountUnits,
      block_number: BigInt(command.blockNumber),
      block_at: at,
      attributable: true,
    })
    .execute()
  await db
    .insertInto('deposit_addresses')
    .values({ member_no: command.member, address_index: 1, address: command.to })
    .execute()
  const measuredAt = new Date(at.getTime() + 30_000)
  const rate = { rate_e8: command.blockE8, as_of: measuredAt, sources: 'test' }
  await db
    .insertInto('rate_history')
    .values({ minute: at, ...rate })
    .execute()
  const before = book.status().seq
  const altered = [
    { member: 1 },
    { blockE8: rateE8(26_000_000n) },
    { attributable: false },
    { amountUnits: units(40_800_001n) },
    { to: 'TOther' },
    { held: 'late_rate' },
  ]
  const refused = await send(
    'web',
    altered.map((each) => asRecorded(each)),
  )
  const codes = ['failed', 'not_recorded', 'failed', 'not_recorded', 'not_recorded', 'not_recorded']
  expect(refused).toMatchObject(codes.map((code) => ({ error: { code } })))
  expect(book.status().seq).toBe(before)
  const [booked] = await send('web', [asRecorded()])
  expect(booked).toMatchObject({ done: { seq: before + 1 } })
  // A repeat is the ledger's to refuse.
  const [again] = await send('web', [asRecorded()])
  expect(again).toMatchObject({ refusal: { code: 'already_used' } })
})

test('lets a web process record an outside payment only at the rate of its block', async () => {
  const { db } = database
  const block = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 600_000)
  const measuredAt = new Date(block.getTime() + 30_000)
  const rate = { rate_e8: rateE8(25_000_000n), as_of: measuredAt, sources: 'test' }
  await db
    .insertInto('rate_history')
    .values({ minute: block, ...rate })
    .execute()
  const paying = (change: object = {}, paidChange: object = {}) => {
    const { command } = portItems.send_withdrawal
    const outside = { ...command, paidBy: 'operator' as const, withdrawal: 900, ...change }
    const amount = String(outside.sentUnits)
    const place = { network: 'test', txid: outside.txid, asset: 1, logIndex: 0, blockNumber: 7 }
    const moved = { from: 'TElsewhere', to: outside.address, amount, attributable: true }
    const paid = { ...place, ...moved, blockAt: block.toISOString(), ...paidChange }
    const hook = { name: 'mark-withdrawal-sent', input: { operator: 'ann', requestId: 'r', paid } }
    return wireItem({ command: outside, by: { operator: 'ann' }, hook })
  }
  const later = (ms: number) => ({ blockAt: new Date(block.getTime() + ms).toISOString() })
  const forged = await send('web', [
    paying({ rateE8: rateE8(5_000_000_000n), sentUnits: units(1n) }),
    paying({}, later(365 * 86_400_000)),
    paying({}, { amount: '1' }),
    paying({}, { to: 'TThief' }),
    paying({}, { asset: 2 }),
  ])
  expect(forged.map(({ error }) => error?.message)).toEqual([
    expect.stringContaining('this rate is not that of the block'),
    ...Array.from({ length: 4 }, () => expect.stringContaining('could have got') as string),
  ])
  // The ledger has no such withdrawal.
  const [right] = await send('web', [paying()])
  expect(right).toMatchObject({ refusal: { code: 'not_found' } })
})

/** What the leader says about a transfer, which is gone again afterward. */
async function hold(held: string | null, state = 'unattributed'): Promise<string> {
  const tx = await database.db.startTransaction().execute()
  try {
    await sql`insert into transfers (no, network, txid, asset, log_index, member_no, to_address,
        amount, rate_e8, block_number, block_at, state, seen_at, held)
      values (1000, 'x', ${'e'.repeat(64)}, 2, 0, 2, 'TReceiver', 5000000, 100000000, 7, now(),
        ${state}, now(), ${held})`.execute(tx)
    const { command, ...rest } = portItems.accept_transfer
    const sent = wireItem({ ...rest, command: { ...command, transfer: 1000 } })
    await openAdmission(settings, { db: tx })('web', readItem(sent))
    return 'taken'
  } catch (error) {
    return error instanceof Rejection ? error.code : String(error)
  } finally {
    await tx.rollback().execute()
  }
}

test('lets a web process accept for a member only what needs no review', async () => {
  expect(await hold('late_rate')).toBe('needs_review')
  expect(await hold('usdt_price')).toBe('usdt_closed')
  expect(await hold(null, 'dust')).toBe('too_small')
  expect(await hold(null)).toBe('taken')
})

test('lets a web process open deposits only at the live rate, and up to the limit', async () => {
  const { command } = portItems.open_deposit
  const [early] = await send('web', [asWeb('open_deposit')])
  expect(early).toMatchObject({ error: { code: 'not_recorded' } })
  const live = { rate_e8: command.lockedE8, as_of: new Date(), sources: 'test' }
  await database.db
    .insertInto('live_rates')
    .values({ asset: 1, ...live })
    .execute()
  const cheap = { lockedE8: rateE8(50_000_000n), cryptoUnits: units(command.cryptoUnits / 2n) }
  const most = { amountMicros: micros(1_000_000_000n), cryptoUnits: units(4_008_000_000n) }
  const more = { amountMicros: micros(1_000_010_000n), cryptoUnits: units(4_008_040_000n) }
  const feeMicros = micros(2_000_000n)
  const answers = await send('web', [
    asWeb('open_deposit', { ...most, feeMicros }),
    asWeb('open_deposit', { ...more, feeMicros }),
    asWeb('open_deposit', cheap),
    asWeb('open_deposit', { cryptoUnits: units(1n) }),
    asWeb('open_deposit', { feeMicros: micros(0n) }),
    asWeb('open_deposit', { expiresAt: Date.now() + 86_400_000 }),
    asWeb('open_deposit'),
  ])
  const results = answers.map((answer) => Object.keys(answer)[0])
  expect(results).toEqual(['done', 'error', 'error', 'error', 'error', 'error', 'done'])
})

test('looks the rate up once per envelope, and accepts no expired rate', async () => {
  let lookUps = 0
  const admit = openAdmission(settings, { db: openKysely(database.pool, () => (lookUps += 1)) })
  const { rate_e8: live } = await database.db
    .selectFrom('live_rates')
    .select('rate_e8')
    .executeTakeFirstOrThrow()
  const opening = async (lockedE8: bigint) => {
    const { coin, amountMicros, feeMicros } = portItems.open_deposit.command
    const total = micros(amountMicros + feeMicros)
    const rate = rateE8(lockedE8)
    const figures = { lockedE8: rate, cryptoUnits: coinsFor(coin, total, rate) }
    return await admit('web', readItem(asWeb('open_deposit', figures)))
  }
  await Promise.all(Array.from({ length: 50 }, () => opening(live)))
  await opening(live)
  expect(lookUps).toBe(1)
  await expect(opening(live * 2n)).rejects.toThrow('not in force')
  expect(lookUps).toBe(2)
  // A request with the new rate is the first sign of it.
  const setRate = (rate: bigint) =>
    database.db.updateTable('live_rates').set({ rate_e8: rate }).execute()
  await setRate(live * 2n)
  await opening(live * 2n)
  expect(lookUps).toBe(3)
  await expect(opening(live)).rejects.toThrow('not in force')
  await setRate(live)
  const isOver = async () => {
    try {
      await opening(live * 2n)
      return false
    } catch {
      return true
    }
  }
  await until('the end of what we knew', isOver)
})

test('knows in the leader how much one operator may decide alone', async () => {
  const command = { ...portItems.propose_adjustment.command, memberLimitMicros: micros(10n ** 12n) }
  const { by, hook } = portItems.propose_adjustment
  const item = readItem(wireItem({ command, by, ...(hook ? { hook } : {}) }))
  expect((await strict('web', item)).command).toMatchObject({ memberLimitMicros: 0n })
  const { command: approval, ...rest } = portItems.approve_withdrawal
  const most = { payoutLimitMicros: micros(10n ** 12n), dayLimitMicros: micros(10n ** 12n) }
  const approving = readItem(wireItem({ ...rest, command: { ...approval, ...most } }))
  expect((await strict('web', approving)).command).toMatchObject({
    payoutLimitMicros: 100_000_000n,
    dayLimitMicros: 1_000_000_000n,
  })
})

test('doesn’t let one role’s secrets produce another role’s token', async () => {
  const web = { ledgerSecrets: { web: secrets.ledgerSecrets.web, chain: [] } }
  const forged = { ledgerSecrets: { web: [], chain: secrets.ledgerSecrets.web } }
  expect(findSender(`Bearer ${ledgerToken(web, 'chain')}`, ledgerTokens(secrets))).toBeUndefined()
  expect(
    findSender(`Bearer ${ledgerToken(forged, 'chain')}`, ledgerTokens(secrets)),
  ).toBeUndefined()
  const replaced = { ledgerSecrets: { web: ['a new one', ...web.ledgerSecrets.web], chain: [] } }
  expect(findSender(`Bearer ${ledgerToken(web, 'web')}`, ledgerTokens(replaced))).toBe('web')
})

/** Whatever a broken or stolen process may put in place of a value. */
const junk = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0, 1, 1.5, 2 ** 31, 2 ** 53, 1e300, '', 'x', [], {}),
  fc.constantFrom('\0', '\ud800', 'x'.repeat(3_000), '0', '-1', '9'.repeat(19), '9'.repeat(40)),
  fc.jsonValue({ maxDepth: 2 }),
)
type Change = { readonly at: number; readonly how: number; readonly junk: unknown }

/** Replaces, removes, or adds a value somewhere within. */
function change(value: unknown, { at, how, junk: odd }: Change): unknown {
  if (typeof value !== 'object' || value === null) return odd
  const entries: [string, unknown][] = Object.entries(value)
  const [field, inner] = entries[at % Math.max(1, entries.length)] ?? ['x', odd]
  if (how === 0) return Object.fromEntries(entries.filter(([name]) => name !== field))
  if (how === 1) return { ...value, extra: odd }
  if (how === 2) return { ...value, [field]: odd }
  const deeper = { at: Math.floor(at / 7), how: how - 1, junk: odd }
  return { ...value, [field]: change(inner, deeper) }
}

const mutated = fc
  .record({
    item: fc.constantFrom(...items),
    part: fc.constantFrom('command', 'hook', 'by', 'key', 'id', 'timeLeftMs', 'again', 'item'),
    // Mostly the actor's own command, so that much of it reaches the rules and the tables.
    other: fc.option(fc.constantFrom(...items), { freq: 5 }),
    change: fc.record({
      at: fc.nat({ max: 1_000 }),
      how: fc.constantFrom(0, 1, 2, 3, 3, 4),
      junk,
    }),
  })
  .map(({ item, part, other, change: how }) => {
    const sent = wireItem(other ? { ...item, ...(other.hook ? { hook: other.hook } : {}) } : item)
    return part === 'item' ? change(sent, how) : { ...sent, [part]: change(sent[part], how) }
  })

test.each(sample(['of a role', 'of every role'], 2))(
  'neither reloads the leader nor delays others for anything that a sender %s forges',
  async (whose) => {
    isStrict = whose === 'of a role'
    const good = wireItem(portItems.set_auto_upgrade)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...senders),
        fc.array(mutated, { minLength: 1, maxLength: 40 }),
        async (sender, odd) => {
          const mine = { ...good, ...wireItem(portItems.set_auto_upgrade) }
          const results = await send(sender, [...odd, mine])
          expect(results.length).toBe(odd.length + 1)
          const taken = sender === 'web' || !isStrict
          expect(results.at(-1)).toMatchObject(taken ? { done: {} } : { error: {} })
          expect(results.filter(({ done, refusal, error }) => !done && !refusal && !error)).toEqual(
            results.filter((each) => 'first' in each),
          )
          expect(reloads).toBe(0)
        },
      ),
      { numRuns: times(300) },
    )
    isStrict = true
    expect((await checkBook(database.db, database.pool)).differences.described).toEqual([])
  },
)
