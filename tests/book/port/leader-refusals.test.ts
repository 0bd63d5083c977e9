/** What callers of a web process get when the leader, in another process, refuses their command. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { depositFee } from '../../../src/domain/money/fee.ts'
import { formatDecimal, formatUsd, micros, rateE8 } from '../../../src/domain/money/money.ts'
import { coinsFor } from '../../../src/domain/money/rate.ts'
import {
  BookUnavailable,
  newSubmissionId,
  NotRecorded,
  OutcomeUnknown,
} from '../../../src/server/book/submission.ts'
import { openAdmission } from '../../../src/server/forward/allowed-commands.ts'
import { openForwardedBook } from '../../../src/server/forward/client.ts'
import { readLeader } from '../../../src/server/forward/find-leader.ts'
import { serveLedger } from '../../../src/server/forward/server.ts'
import { ledgerToken, ledgerTokens } from '../../../src/server/forward/token.ts'
import { openEdgeOn, type Edge } from '../../api/support/edge.ts'
import { addStaff } from '../../api/support/call-stage.ts'
import { openMoneyWorld, type MoneyWorld } from '../../api/support/money-world.ts'
import { signInStaff } from '../../api/support/staff-edge.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { freePort } from '../../support/ports.ts'
import { isLong } from '../../support/scale.ts'
import { portItems } from './port-items.ts'

const log = pino({ level: 'silent' })
const secrets = { ledgerSecrets: { web: ['a secret of this test'], chain: ['another one'] } }
let world: MoneyWorld
/** A web process, whose own limits are larger than the leader's. */
let web: Edge
let directory: TestDatabase
let stop: () => Promise<void>

beforeAll(async () => {
  world = await openMoneyWorld({ TRX_DEPOSIT_LIMIT_USD: '100' })
  await world.stopRates()
  const { book, config, context } = world.edge
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  // Here, senders look up the leader. The book of this test leads nothing.
  directory = await createTestDatabase()
  await sql`update ledger_leader
    set epoch = epoch + 1, address = ${address}, alive_address = ${address}`.execute(directory.db)
  const { epoch } = await readLeader(directory.db)
  const known = { epoch, address }
  const close = await serveLedger({
    book,
    leading: { isOpen: () => true, isStopping: () => false, known: () => known },
    place: { listen: { host: '127.0.0.1', port }, address },
    tokens: ledgerTokens(secrets),
    admit: openAdmission(config, context),
    tls: null,
    log,
  })
  const token = ledgerToken(secrets, 'web')
  const forwarded = await openForwardedBook({ db: directory.db, log, token, tls: null })
  const larger = {
    ...config,
    trxDepositLimitMicros: micros(1_000_000_000n),
    usdtPayouts: true,
  }
  const place = { ...context, config: larger, book: forwarded }
  web = await openEdgeOn(place, world.edge.databaseUrl, '/nowhere')
  stop = async () => {
    await web.close()
    await forwarded.close()
    await close()
    await directory.close()
  }
})
afterAll(async () => {
  await stop()
  await world.close()
})

test.runIf(isLong)('a secret that differs from the leader’s, which the log names', async () => {
  const told: string[] = []
  const noisy = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) })
  const other = ledgerToken({ ledgerSecrets: { web: ['not the same'], chain: [] } }, 'web')
  const sender = await openForwardedBook({ db: directory.db, log: noisy, token: other, tls: null })
  const submitted = sender.submit({
    command: { kind: 'register', sponsor: 1 },
    by: { system: 'x' },
  })
  await expect.poll(() => told.join('')).toContain('its LEDGER_SECRET_… differs')
  await sender.close()
  await expect(submitted).rejects.toThrow(BookUnavailable)
})

test('a demotion that another admin must approve', async () => {
  const { headers } = await signInStaff(world.edge, 'asking', 'admin')
  const { headers: about } = await signInStaff(world.edge, 'about', 'admin')
  const body = { kind: 'role', username: 'about', role: 'support', reason: 'A new job' }
  const asked = await web.call('POST', '/api/operator/access-changes/', { headers, body })
  expect(asked.status).toBe(201)
  const path = `/api/operator/access-changes/${asked.body.id}/approve/` as const
  for (const each of [headers, about]) {
    const { status, problem } = await web.call('POST', path, { headers: each })
    expect([status, problem.code, problem.text]).toEqual([
      403,
      'self_approval',
      { code: 'self_approval', params: {} },
    ])
  }
})

test('the disabling of an operator whom nobody has disabled', async () => {
  const { db } = world.edge
  await addStaff(world, 'innocent', 'admin')
  const { command, by, hook } = portItems.withdraw_approvals
  const claims = ['disabled', 'other'].map((kind) => {
    const input = { ...(hook?.input as object), operator: 'innocent', cause: { kind } }
    const item = { command: { ...command, operator: 'innocent' }, by }
    return web.book.submit({ ...item, hook: { name: 'withdraw-approvals', input } })
  })
  const answers = await Promise.allSettled(claims)
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const { rows } = await sql`
    select disabled_at, (select count(*)::int from operator_sessions s
      where s.operator = username and ended_at is null) as sessions
    from operators where username = 'innocent'`.execute(db)
  expect(rows).toEqual([{ disabled_at: null, sessions: 1 }])
})

test('a withdrawal to an address that isn’t on file', async () => {
  const { no: member } = await world.member('robbed')
  const { command, hook } = portItems.request_withdrawal
  const submitted = web.book.submit({ command: { ...command, member }, by: { member }, hook })
  await expect(submitted).rejects.toMatchObject({ code: 'address_differs' })
})

test('a deposit request above the leader’s limit', async () => {
  const RATE = 25_000_000n
  await sql`update live_rates set rate_e8 = ${RATE}, as_of = now()`.execute(world.edge.db)
  const { access } = await world.member('gambler')
  const amount = micros(200_000_000n)
  const fee = depositFee(amount)
  const { status, problem } = await web.call('POST', '/api/transactions/deposit_ustd/', {
    token: access,
    body: {
      cryptocurrency: 'TRX',
      original_amount: formatUsd(amount),
      fee_amount: formatUsd(fee),
      crypto_amount: formatDecimal(coinsFor('TRX', micros(amount + fee), rateE8(RATE)), 5),
    },
  })
  const said = 'The maximum in TRX is $100.00 per deposit. Use USDT, or make several deposits.'
  expect([status, problem.code, problem.detail]).toEqual([400, 'maximum_trx_deposit', said])
  expect(problem.errors).toEqual({ original_amount: [said] })
})

test('a withdrawal in USDT while the leader has switched them off', async () => {
  const { command, ...item } = portItems.request_withdrawal
  const inUsdt = { ...command, payIn: 'USDT' as const }
  await expect(web.book.submit({ ...item, command: inUsdt })).rejects.toMatchObject({
    code: 'invalid_request',
    text: { code: 'trx_only' },
  })
  // An earlier leader, with other settings, may have done it.
  const again = { ...item, command: inUsdt, again: true, timeLeftMs: 300 }
  await expect(web.book.submit(again)).rejects.toBeInstanceOf(OutcomeUnknown)
})

test('a repeated deposit request whose rate has changed since the first try', async () => {
  const { db, context } = world.edge
  const { no: member } = await world.member('repeating')
  const lockedE8 = rateE8(25_000_000n)
  await sql`update live_rates set rate_e8 = ${lockedE8}, as_of = now()`.execute(db)
  const { command, ...item } = portItems.open_deposit
  const [amountMicros, feeMicros] = [micros(100_000_000n), micros(2_000_000n)]
  const cryptoUnits = coinsFor('TRX', micros(amountMicros + feeMicros), lockedE8)
  const expiresAt = Date.now() + 900_000
  const figures = { amountMicros, feeMicros, cryptoUnits, lockedE8, expiresAt }
  const first = {
    ...item,
    id: newSubmissionId(),
    key: { scope: `member:${member}`, key: 'repeated', inputHash: 'hash' },
    command: { ...command, member, ...figures },
    by: { member },
  }
  const done = await context.book.submit(first)
  expect(done).toMatchObject({ accepted: true, replayed: false })
  await sql`update live_rates set rate_e8 = 20000000, as_of = now()`.execute(db)
  const repeated = await web.book.submit({ ...first, again: true })
  expect(repeated).toMatchObject({ accepted: true, replayed: true, first: { done: {} } })
  // Nobody knows whether an earlier leader is still doing this one.
  const other = { ...first, id: newSubmissionId(), key: undefined, again: false }
  const lost = { ...other, again: true, timeLeftMs: 300 }
  await expect(web.book.submit(lost)).rejects.toBeInstanceOf(OutcomeUnknown)
  await expect(web.book.submit(other)).rejects.toBeInstanceOf(NotRecorded)
})
