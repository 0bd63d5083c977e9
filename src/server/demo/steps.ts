/** The demo network through the product's own commands: join, deposit, pay, activate, withdraw. */
import { countAll, anyOf } from '../../db/expressions.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { depositFee } from '../../domain/money/fee.ts'
import { formatUnits, formatUsd, micros, PAR_RATE } from '../../domain/money/money.ts'
import { coinsFor, parseRate } from '../../domain/money/rate.ts'
import { completeRegistration } from '../registration/complete-registration.ts'
import { register } from '../registration/register.ts'
import { findPendingName } from '../auth/credentials.ts'
import type { Context } from '../context.ts'
import { depositAddress } from '../deposit/incoming/deposit-address.ts'
import { requestDeposit } from '../deposit/request-deposit.ts'
import { activateProfile } from '../network/activate-profile.ts'
import type { DemoMember } from './plan.ts'

export const DEMO_PASSWORD = 'believable-harbour-2026'
const TIMEOUT_MS = 120_000

/** Registers and verifies one member. Returns its number. */
export async function join(context: Context, member: DemoMember): Promise<number> {
  const email = `${member.username}@example.org`
  const form = { username: member.username, email, password: DEMO_PASSWORD }
  const unlimited = {
    network: 'demo',
    countAll: async () => {},
    mayEmail: async () => false,
    mayRepeat: () => Promise.resolve(false),
  }
  await register(context, { ...form, referral_code: member.sponsor }, unlimited)
  const pending = await findPendingName(context.db, member.username.toLowerCase())
  if (!pending) throw new Error(`${member.username} did not register`)
  await completeRegistration(context, pending.no)
  const { member_no: no } = await context.db
    .selectFrom('identities')
    .select('member_no')
    .where('username', '=', member.username)
    .executeTakeFirstOrThrow()
  return no
}

const uncounted = { key: undefined, count: () => Promise.resolve() }

/** Opens a deposit request and pays it on the devnet from its faucet. */
export async function deposit(
  context: Context,
  devnetUrl: string,
  no: number,
  { dollars, coin }: DemoMember,
): Promise<void> {
  const amount = micros(BigInt(dollars) * 1_000_000n)
  const fee = depositFee(amount)
  const rate = coin === 'USDT' ? PAR_RATE : parseRate(context.config.devTrxRate)
  if (rate === null) throw new Error('DEV_TRX_RATE is not a rate')
  const total = formatUnits(coinsFor(coin, micros(amount + fee), rate), 2)
  const figures = { original_amount: formatUsd(amount), fee_amount: formatUsd(fee) }
  const body = { ...figures, crypto_amount: total, cryptocurrency: coin }
  await requestDeposit(context, { member: no, body, ...uncounted })
  const address = await depositAddress(context, no)
  await post(`${devnetUrl}/devnet/faucet`, { address, asset: coin, amount: total })
}

async function post(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`the devnet answered ${answer.status}: ${await answer.text()}`)
}

/** Makes the blocks that finalize payments, and waits until all are credited. */
export async function settleDeposits(
  context: Context,
  devnetUrl: string,
  members: readonly number[],
): Promise<void> {
  const until = performance.now() + TIMEOUT_MS
  await post(`${devnetUrl}/devnet/mine`, { blocks: 21 })
  for (;;) {
    const rows = await context.db
      .selectFrom('deposit_requests')
      .select(countAll.as('open'))
      .where('state', '=', 'open')
      .where('member_no', '=', anyOf(members, 'int'))
      .execute()
    if (rows[0]?.open === 0) return
    if (performance.now() > until) {
      throw new Error(`${rows[0]?.open} deposits were not credited; is the product running?`)
    }
    await sleep(250)
  }
}

/** Activates the member's Bronze profile. */
export async function takeSeat(context: Context, no: number): Promise<void> {
  const { no: profile } = await context.db
    .selectFrom('profiles')
    .select('no')
    .where('member_no', '=', no)
    .orderBy('no')
    .executeTakeFirstOrThrow()
  await activateProfile(context, { no }, String(profile), undefined)
}
