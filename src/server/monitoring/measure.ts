import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { units } from '../../domain/money/money.ts'
import { valueOf } from '../../domain/money/rate.ts'
import type { Witness } from '../../proof/policy.ts'
import { countEdited } from '../book/rows/open-rows.ts'
import { readSolvency } from '../custody/queries.ts'
import { oldestEmail } from '../email/backlog.ts'
import { countPauses } from '../pauses/pauses.ts'
import { liveRate } from '../rate/queries.ts'
import { USDT_BAND } from '../rate/usdt-price.ts'
import { measureProof, type ProofMeasures } from './measure-proof.ts'
import { claimedToPay, oldestUnpaid } from './unpaid.ts'
import type { AlertName } from './alert-kinds.ts'

/** Hundredths of a kind's unit; `nothing` if nothing is waiting or owed; null while unknown. */
export type Measure = bigint | 'nothing' | null
export type Measures = Record<AlertName, Measure>

type MeasureRow = Record<
  Exclude<AlertName, 'solvency' | 'hot_wallet' | 'edited_rows' | keyof ProofMeasures>,
  bigint | null
> & {
  wallet_trx: bigint | null
  wallet_usdt: bigint | null
}

/**
 * Everything that we monitor, in one query.
 * @param since when monitoring began; a feed without any data counts as this old
 */
export async function measure(
  db: Db,
  since: Date,
  witnesses: readonly Witness[] = [],
): Promise<Measures> {
  const rate = await liveRate(db)
  const { owedMicros, valueMicros } = await readSolvency(db, rate?.rateE8 ?? null)
  const { rows } = await sql<MeasureRow>`
    select ${minutesSince(sql`select min(requested_at) from withdrawals where state = 'pending'`)}
        as withdrawal_age,
      ${minutesSince(sql`${oldestUnpaid}`)} as payout_age,
      ${minutesSince(sql`select min(block_at) from transfers where state = 'unattributed'`)}
        as unattributed_age,
      ${minutesSince(sql`select min(received_at) from contact_messages where answered_at is null`)}
        as message_age,
      ${minutesSince(oldestEmail)} as email_age,
      ${inHundredths(sql`select coalesce(max(final_at), ${since}) from chain_cursors`)}
        as chain_lag,
      ${inHundredths(sql`select coalesce(max(as_of), ${since}) from live_rates`)} as rate_age,
      60 * ${minutesSince(sql`select coalesce(max(as_of), ${since}) from usdt_prices
        where accepted and as_of <= now()
          and price_e8 between ${USDT_BAND.least} and ${USDT_BAND.most}`)} as usdt_closed,
      (select 100 * count(*) from unchecked_addresses where was_used) as used_addresses,
      (select 100 * count(*) from emails
        where failed_at > now() - interval '1 day') as email_failures,
      (select 100 * count(*) from webhook_endpoints
        where not enabled and disabled_by is null) as webhooks_disabled,
      100 * ${countPauses} as payout_rests,
      (select 100 * count(*) from blocked_payouts) as quarantined_withdrawals,
      100 * (${claimedToPay})::bigint as claimed_payouts,
      (select 100 * count(distinct address) from sweep_quarantine) as quarantined_sweeps,
      (select 100 * count(*) from address_checks where state = 'differs') as custody_differences,
      (100 * greatest(abs(extract(epoch from clock_timestamp() - ${new Date()}::timestamptz)),
        (select extract(epoch from at - clock_timestamp()) from commands order by seq desc limit 1),
        (select max(abs(clock_ahead_ms)) / 1e3 from processes
          where seen_at > now() - interval '1 minute')))::bigint as clock_difference,
      (select 100 * count(*) from frozen_addresses) as frozen_addresses,
      -- Once or twice is a node's moment of weakness.
      (select 100 * count(*) from reconciliation_retries where failures > 2)
        as unanswered_addresses,
      (select 100 * count(why) from log_rest) as log_behind,
      (extract(epoch from now() - coalesce((select max(sealed_at) from day_sheets), ${since}))
        / 60 * 100)::bigint as sheet_age,
      (select (extract(epoch from now()
          - coalesce(max(settled_at) filter (where state = 'confirmed'), min(created_at)))
          / 60 * 100)::bigint
        from anchors where created_at > now() - interval '7 days') as anchor_age,
      (select sum(chain_trx)::bigint from address_checks
        where address in (select address from own_wallets where role = 'payout')) as wallet_trx,
      (select sum(chain_usdt)::bigint from address_checks
        where address in (select address from own_wallets where role = 'payout')) as wallet_usdt
  `.execute(db)
  const row = rows[0]
  if (!row) throw new Error('measuring gave no row')
  const { wallet_trx: trx, wallet_usdt: usdt, ...measured } = row
  const known = rate !== undefined && rate !== null && trx !== null && usdt !== null
  return {
    ...measured,
    withdrawal_age: measured.withdrawal_age ?? 'nothing',
    payout_age: measured.payout_age ?? 'nothing',
    unattributed_age: measured.unattributed_age ?? 'nothing',
    message_age: measured.message_age ?? 'nothing',
    email_age: measured.email_age ?? 'nothing',
    anchor_age: measured.anchor_age ?? 'nothing',
    ...(await measureProof(db, since, witnesses)),
    edited_rows: 100n * BigInt(await countEdited(db)),
    solvency: solvencyOf(owedMicros, valueMicros),
    hot_wallet: known ? (valueOf('TRX', units(trx), rate.rateE8) + usdt) / 10_000n : null,
  }
}

function solvencyOf(owedMicros: bigint, valueMicros: bigint | null): Measure {
  if (owedMicros === 0n) return 'nothing'
  return valueMicros === null ? null : (valueMicros * 10_000n) / owedMicros
}

/**
 * Hundredths of seconds since a time that a worker keeps at now. One to come counts as just as long
 * ago: it is from before the database's clock was set back.
 */
const inHundredths = (moment: ReturnType<typeof sql>) =>
  sql`(100 * abs(extract(epoch from now() - (${moment}))))::bigint`

/** Hundredths of minutes since the moment that a query gives. */
const minutesSince = (moment: ReturnType<typeof sql>) =>
  sql`(extract(epoch from now() - (${moment})) / 60 * 100)::bigint`
