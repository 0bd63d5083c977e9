import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateLimits, type RateLimitName } from '../../../src/contract/fields/limits.ts'
import { byMember, keyText } from '../../../src/server/http/limit-key.ts'
import { openMoneyWorld, type MoneyMember, type MoneyWorld } from '../support/money-world.ts'
import { until } from '../../support/poll.ts'
import { useUp } from './use-up.ts'
import { windowHasTime } from './window-has-time.ts'

// The ledger keeps each command for good, and these cost the member nothing.

let world: MoneyWorld
beforeAll(async () => {
  await windowHasTime()
  world = await openMoneyWorld({ RATE_LIMITS: 'on' })
})
afterAll(() => world.close())

type Ask = (headers?: Record<string, string>) => ReturnType<MoneyMember['post']>

const leftIn = (answer: Awaited<ReturnType<Ask>>, name: RateLimitName): number =>
  Number(new RegExp(`^"${name}";r=(\\d+)`).exec(String(answer.headers['ratelimit']))?.[1])

/**
 * Uses up the hour elsewhere, because a process allows fewer in a minute. It makes as many requests
 * here as it takes for the processes to exchange their counts, and one more, which must be refused.
 */
async function useUpHour(name: RateLimitName, member: MoneyMember, ask: Ask): Promise<void> {
  const { most, seconds } = rateLimits[name]
  const caller = byMember(member.no)
  await useUp(world.edge.db, name, caller)
  for (let i = 0; i < most / 10; i++) expect((await ask()).status).not.toBe(429)
  await until('an exchange', async () => {
    const row = world.edge.db.selectFrom('rate_limits').select('count')
    const { count } = await row
      .where('name', '=', name)
      .where('caller', '=', keyText(caller))
      .executeTakeFirstOrThrow()
    return count > most
  })
  const last = await ask()
  const policy = `"${name}";q=${most};w=${seconds}`
  expect([last.status, last.headers['ratelimit-policy']]).toEqual([429, policy])
}

test('limits deposit requests per member and hour, except for repeats', async () => {
  const [member, other] = [await world.member('depositor'), await world.member('neighbor')]
  const figures = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }
  const askAs =
    (as: MoneyMember): Ask =>
    (headers) =>
      as.post('transactions/deposit_ustd/', { ...figures, cryptocurrency: 'USDT' }, headers)
  const ask = askAs(member)
  const key = { 'idempotency-key': 'first' }
  const first = await ask(key)
  expect(first.status).toBe(201)
  for (let i = 0; i < 5; i++) expect((await ask(key)).status).toBe(201)
  const left = leftIn(first, 'depositRequests')
  expect(leftIn(await ask(), 'depositRequests')).toBe(left - 1)
  await useUpHour('depositRequests', member, ask)
  expect((await ask(key)).body).toEqual(first.body)
  expect((await askAs(other)()).status).toBe(201)
})

test('limits withdrawal requests per member and hour, except for refused ones', async () => {
  const member = await world.member('withdrawer')
  const ask: Ask = () => member.post('rewards/withdrawals/', { amount: 5, payment_method: 'trx' })
  for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(400)
  const wallet_address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  await world.edge.db
    .updateTable('identities')
    .set({ wallet_address })
    .where('member_no', '=', member.no)
    .execute()
  const { most } = rateLimits.withdrawalRequests
  expect(leftIn(await ask(), 'withdrawalRequests')).toBe(most - 1)
  await useUpHour('withdrawalRequests', member, ask)
})
