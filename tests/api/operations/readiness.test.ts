import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemAt } from '../../support/answer.ts'
import { checkSettings } from '../../../src/server/readiness/check-settings.ts'
import { recordCheck } from '../../../src/server/backup/records.ts'
import { readReadiness } from '../../../src/server/readiness/read-readiness.ts'
import { checkSecret } from '../../../src/server/pins/secret-pin.ts'
import type { Config } from '../../../src/server/config/config.ts'
import { rateE8 } from '../../../src/domain/money/money.ts'
import { storeUsdtPrice } from '../../../src/server/rate/usdt-price.ts'
import { isRealMoney, type Chain } from '../../../src/server/readiness/real-money.ts'
import { requireAddress } from '../../../src/tron/encoding/address.ts'
import { mainnet } from '../../../src/tron/encoding/networks.ts'
import {
  disableOperator,
  newestEntry,
  openStaffEdge,
  refusal,
  type StaffEdge,
} from '../support/staff-edge.ts'
import { sealToday } from '../support/makers/transparency-makers.ts'
import { addMember, type TestMember } from '../support/members.ts'

// The product can't accept real money by accident. There is a checklist, and while any item is
// open, no deposit is accepted.

const inOrder = {
  tronApiUrls: ['https://node-a.test', 'https://node-b.test'],
  withdrawalHoldMs: 24 * 3_600_000,
}

let staff: StaffEdge
let member: TestMember
beforeAll(async () => {
  staff = await openStaffEdge({ PUBLIC_URL: 'https://twofold.test' })
  member = await addMember(staff.edge, 'wanda')
  await sql`update operators set must_change_password = false`.execute(staff.edge.db)
  await sql`update operators set totp_confirmed_at = now()
    where username in ('support', 'finance', 'admin')`.execute(staff.edge.db)
  // Like a start with NODE_ENV=production on the main network. Nothing here contacts its node.
  staff.edge.config.production = true
  staff.edge.context.usdtContract = mainnet.usdtContract
  Object.assign(staff.edge.config, inOrder)
  const par = { rateE8: rateE8(100_000_000n), sources: ['a', 'b'] }
  await storeUsdtPrice(staff.edge.db, par, new Date(), true)
})
afterAll(() => staff.close())

const readiness = async () => (await staff.as('support', 'GET', 'go-live/')).body
const itemOf = async (name: string) =>
  itemAt(
    (await readiness()).items.filter((each) => each.name === name),
    0,
  )
const missing = async (): Promise<string[]> =>
  (await readiness()).items.filter(({ done }) => !done).map(({ name }) => name)

const deposit = () =>
  staff.edge.call('POST', '/api/transactions/deposit_ustd/', {
    token: member.access,
    body: {
      cryptocurrency: 'USDT',
      original_amount: '10',
      fee_amount: '0.2',
      crypto_amount: '10.2',
    },
  })
const walletInfo = () =>
  staff.edge.call('GET', '/api/transactions/usdt_wallet_info/', { token: member.access })

const record = (item: string, done = true, who = 'admin', evidence = `Seen: ${item}`) =>
  staff.as(who, 'POST', `go-live/${item}/`, { body: { evidence, done } })

const enrol = (who: string, at: Date | null) =>
  sql`update operators set totp_confirmed_at = ${at}, must_change_password = false
    where username = ${who}`.execute(staff.edge.db)

const contract = requireAddress('TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs')
const main = { genesisId: mainnet.genesisId, usdtContract: contract }
const nile = '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc'
const own = '00000000000000000000000000000000000000000000000000000000000000aa'

// Regardless of the node's name and location, because our own nodes are on some network too.
test.each<[string, Partial<Chain>, boolean]>([
  ['the main network', main, true],
  ['the main network, not in production', { ...main, production: false }, true],
  ['its USDT, while no node answers', { usdtContract: mainnet.usdtContract }, true],
  ['its USDT, not in production', { ...mainnet, production: false, genesisId: null }, true],
  ['a network that nobody knows', { genesisId: own }, true],
  ['no node answers', {}, true],
  ['the test network Nile', { genesisId: nile }, false],
  ['a test network of one’s own', { genesisId: own, testGenesisId: own }, false],
  ['development on a network of its own', { genesisId: own, production: false }, false],
])('%s', (_, chain, real) => {
  const unknown = { production: true, usdtContract: contract, genesisId: null, testGenesisId: null }
  expect(isRealMoney({ ...unknown, ...chain })).toBe(real)
})

test('refuses real money while an item is open, and explains each', async () => {
  const { real_money: real, complete, deposits_open: open, items } = await readiness()
  expect([real, complete, open]).toEqual([true, false, false])
  expect(items).toHaveLength(16)
  for (const { title, why } of items) expect([title, why.length > 30]).toEqual([title, true])
  for (const answer of [await deposit(), await walletInfo()]) {
    expect(refusal(answer)).toEqual([403, 'deposits_closed'])
    expect(answer.problem.detail).toBe('Deposits are not open yet.')
  }
})

test('doesn’t let admins tick automatic items', async () => {
  for (const item of ['terms', 'privacy', 'disclosure', 'support_contact', 'two_admins']) {
    expect([item, ...refusal(await record(item))]).toEqual([item, 409, 'checked_by_itself'])
  }
  expect((await record('no_such_item')).status).toBe(404)
  const support = { body: { evidence: 'Trust me', done: true } }
  expect((await staff.as('support', 'POST', 'go-live/regions/', support)).status).toBe(403)
  expect(
    (await staff.as('admin', 'POST', 'go-live/regions/', { body: { done: true } })).status,
  ).toBe(400)
})

test('opens deposits when complete, and closes them when an item reopens', async () => {
  const recorded = (await readiness()).items.filter(({ kind }) => kind === 'recorded')
  for (const { name } of recorded) expect((await record(name)).status).toBe(200)
  expect(await missing()).toHaveLength(10)
  await enrol('deputy', new Date())
  for (const { name } of recorded) await record(name, true, 'deputy')
  await enrol('deputy', null)
  expect(await missing()).toEqual([
    'terms',
    'privacy',
    'disclosure',
    'support_contact',
    'two_admins',
  ])
  const day = await sealToday(staff.edge)
  expect((await itemOf('disclosure')).evidence).toBe(`The newest sealed sheet is from ${day}.`)
  for (const kind of ['terms', 'privacy']) {
    const published = await staff.as('admin', 'POST', 'texts/', {
      body: { kind, body: `The ${kind}` },
    })
    expect([published.status, published.body.version]).toEqual([201, '1'])
  }
  expect((await itemOf('support_contact')).evidence).toBe('support@twofold.example')
  staff.edge.config.supportEmail = 'help@twofold.org'
  expect(await missing()).toEqual(['two_admins'])
  expect(refusal(await walletInfo())).toEqual([403, 'deposits_closed'])
  await sql`update operators set totp_confirmed_at = now()`.execute(staff.edge.db)
  expect(await readiness()).toMatchObject({ complete: true, deposits_open: true })
  expect((await walletInfo()).status).toBe(200)
  expect((await deposit()).status).toBe(201)
  await record('backup_restored', false)
  expect(refusal(await walletInfo())).toEqual([403, 'deposits_closed'])
  expect(await itemOf('backup_restored')).toMatchObject({ done: false, recorded_by: 'admin' })
  expect(await newestEntry(staff.edge, 'readiness backup_restored')).toMatchObject({
    action: 'record readiness item',
  })
  const edited = sql`update readiness_records set done = true`.execute(staff.edge.db)
  await expect(edited).rejects.toThrow(/append-only|permission denied/)
})

const itemState = async () => {
  const { done, recorded_by, confirmed_by, needs_confirmation } = await itemOf('backup_restored')
  return [done, recorded_by, confirmed_by, needs_confirmation]
}

test('requires the same evidence from two admins', async () => {
  await enrol('deputy', new Date())
  await record('backup_restored')
  await record('backup_restored')
  expect(await itemState()).toEqual([false, 'admin', null, true])
  await record('backup_restored', true, 'deputy', 'Another backup')
  expect(await itemState()).toEqual([false, 'deputy', null, true])
  await record('backup_restored', true, 'admin', 'Another backup')
  expect(await itemState()).toEqual([true, 'deputy', 'admin', false])
  await record('backup_restored', false)
  await record('backup_restored', true, 'admin', 'Another backup')
  expect(await itemState()).toEqual([false, 'admin', null, true])
})

test('counts a restore drill, until an admin records that backups don’t work', async () => {
  const before = await itemOf('backup_restored')
  const outcome = { kind: 'drill', seq: 41n, batch: null, liveSeq: 42n, seconds: 1 } as const
  const tried = { ...outcome, backupAt: new Date('2026-01-02T03:04Z'), differences: 0 }
  await recordCheck(staff.edge.db, { ...tried, problem: 'no room' })
  expect(await itemOf('backup_restored')).toEqual(before)
  await recordCheck(staff.edge.db, { ...tried, problem: null })
  const drilled = await itemOf('backup_restored')
  expect(drilled).toMatchObject({ done: true, recorded_by: null })
  expect(drilled.evidence).toMatch(/restored the backup of 2026-01-02 03:04 UTC up to command 41/)
  const whole = await staff.edge.db
    .selectFrom('commands')
    .select(['seq', 'at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const later = { ...tried, problem: null, seq: whole.seq - 1n, liveSeq: whole.seq }
  await recordCheck(staff.edge.db, later)
  const since = whole.at.toISOString().slice(0, 16).replace('T', ' ')
  expect((await itemOf('backup_restored')).evidence).toMatch(
    `commands up to ${whole.seq - 1n} of ${whole.seq} exactly, and none since ${since} UTC.`,
  )
  await recordCheck(staff.edge.db, { ...later, seq: whole.seq })
  expect((await itemOf('backup_restored')).evidence).toMatch(/exactly\.$/)
  await recordCheck(staff.edge.db, { ...tried, problem: 'no room' })
  const failed = await itemOf('backup_restored')
  expect([failed.done, failed.evidence]).toEqual([true, expect.stringMatching(/failed\.$/)])
  await record('backup_restored', false)
  expect(await itemOf('backup_restored')).toMatchObject({ done: false, recorded_by: 'admin' })
})

test('voids an item whose admin lost the role, and names them', async () => {
  const { db } = staff.edge
  await sql`update operators set totp_confirmed_at = now()`.execute(db)
  await staff.add('leaver', 'admin')
  await enrol('leaver', new Date())
  const gone = async () => (await itemOf('regions')).not_counted
  await record('regions', false)
  await record('regions', true, 'leaver', 'Seen by two')
  await record('regions', true, 'admin', 'Seen by two')
  expect(await itemOf('regions')).toMatchObject({ done: true, not_counted: [] })
  const change = (columns: ReturnType<typeof sql>) =>
    sql`update operators set ${columns} where username = 'leaver'`.execute(db)
  await change(sql`role = 'finance'`)
  expect(await itemOf('regions')).toMatchObject({
    done: false,
    evidence: 'Seen by two',
    recorded_by: 'admin',
    needs_confirmation: true,
    not_counted: [{ operator: 'leaver', why: 'not_admin' }],
  })
  await change(sql`role = 'admin'`)
  expect(await gone()).toEqual([])
  await disableOperator(staff.edge, 'leaver')
  expect(await gone()).toEqual([{ operator: 'leaver', why: 'disabled' }])
  expect((await readiness()).deposits_open).toBe(false)
  await record('regions', true, 'deputy', 'Seen by two')
  expect(await itemOf('regions')).toMatchObject({
    done: true,
    recorded_by: 'admin',
    confirmed_by: 'deputy',
    not_counted: [],
  })
})

const entity = () => itemOf('operating_entity')

test('doesn’t reinstate replaced evidence when its author leaves', async () => {
  await staff.add('replacer', 'admin')
  await enrol('replacer', new Date())
  await record('operating_entity', false)
  await record('operating_entity', true, 'admin', 'The old company')
  await record('operating_entity', true, 'deputy', 'The old company')
  expect(await entity()).toMatchObject({ done: true, evidence: 'The old company' })
  await record('operating_entity', true, 'replacer', 'The new company')
  expect(await entity()).toMatchObject({ done: false, needs_confirmation: true, not_counted: [] })
  await disableOperator(staff.edge, 'replacer')
  const gone = [{ operator: 'replacer', why: 'disabled' }]
  expect(await entity()).toMatchObject({ done: false, evidence: null, not_counted: gone })
  await record('operating_entity', true, 'admin', 'The new company')
  expect(await entity()).toMatchObject({ done: false, needs_confirmation: true, not_counted: gone })
  await record('operating_entity', true, 'deputy', 'The new company')
  expect(await entity()).toMatchObject({ done: true, evidence: 'The new company' })
})

test('names operators without a second factor', async () => {
  await enrol('finance', null)
  expect((await itemOf('two_admins')).evidence).toMatch(
    / without a second factor: (.*, )?finance[.,]/,
  )
  await enrol('finance', new Date())
  expect((await itemOf('two_admins')).evidence).not.toMatch(/finance/)
})

test('keeps an item reopened after its admin leaves', async () => {
  await staff.add('sceptic', 'admin')
  await enrol('sceptic', new Date())
  await record('benefits', false, 'sceptic', 'Nothing yet')
  await disableOperator(staff.edge, 'sceptic')
  expect(await itemOf('benefits')).toMatchObject({
    done: false,
    evidence: 'Nothing yet',
    evidence_text: null,
    recorded_by: 'sceptic',
    needs_confirmation: false,
    not_counted: [],
  })
})

test.each([
  ['https', { publicUrl: 'http://localhost:3000' }],
  ['two_nodes', { tronApiUrls: ['https://node-a.test', 'https://node-a.test/path'] }],
  ['two_nodes', { tronApiUrls: null }],
  ['withdrawal_hold', { withdrawalHoldMs: 23 * 3_600_000 }],
  ['approval_limits', { approvalLimitMicros: 999_999_999_000_000n }],
  ['approval_limits', { approvalDayLimitMicros: 10_001_000_000n }],
  ['approval_limits', { adjustmentLimitMicros: 101_000_000n }],
  ['approval_limits', { adjustmentDayLimitMicros: 1_001_000_000n }],
] as const)('detects %s automatically: %o', async (item, settings) => {
  expect((await itemOf(item)).done).toBe(true)
  expect(refusal(await record(item))).toEqual([409, 'checked_by_itself'])
  expect(checkSettings({ ...staff.edge.config, ...settings } as Config)[item].done).toBe(false)
})

test('isn’t ready for real money while the server owns its tables', async () => {
  expect((await itemOf('schema_owner')).done).toBe(true)
  const asOwner = { ...staff.edge.context, db: staff.edge.db }
  const { items } = await readReadiness(asOwner)
  expect(items.find(({ name }) => name === 'schema_owner')).toMatchObject({ done: false })
})

test('mentions a process that has the owner’s URL', async () => {
  const config = { ...staff.edge.config, databaseOwnerUrl: 'postgresql://owner@db/twofold' }
  const { items } = await readReadiness({ ...staff.edge.context, config })
  expect(items.find(({ name }) => name === 'schema_owner')).toMatchObject({
    done: true,
    evidence: 'It owns no tables, but DATABASE_OWNER_URL is set.',
    evidence_text: { code: 'evidence_owner_url', params: {} },
  })
})

test('needs two admins to publish a catalog in production', async () => {
  const { body } = await staff.as('support', 'GET', 'catalogues/')
  const plans = body.results[0]?.plans.map(
    ({ name, joining_fee, level1, level2, sponsor_bonus, reentries }) => {
      return { name, joining_fee, level1, level2, sponsor_bonus, reentries }
    },
  )
  const alone = await staff.as('admin', 'POST', 'catalogues/', { body: { note: 'Mine', plans } })
  expect(refusal(alone)).toEqual([403, 'self_approval'])
})

test('shows that this process started with another AUTH_SECRET', async () => {
  const { context, db } = staff.edge
  expect((await itemOf('same_secret')).done).toBe(true)
  context.hasOtherSecret = true
  expect((await itemOf('same_secret')).done).toBe(false)
  expect(await missing()).toContain('same_secret')
  // Until the installation uses this one.
  await checkSecret(db, { ...context.config, part: 'worker', production: true }, context.log)
  expect((await itemOf('same_secret')).done).toBe(true)
  context.hasOtherSecret = false
})
