import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Expression } from 'kysely'
import type { Db } from '../../db/types.ts'
import { readCommitted } from '../custody/wallet-budget.ts'
import type { Address } from '../../tron/encoding/address.ts'
import { DEAD_MARGIN_MS } from '../../tron/query/transaction-state.ts'
import type { StillFinal } from '../../tron/quorum/votes.ts'
import { EXPIRATION_AFTER_MS } from '../../tron/transaction/build.ts'
import type { Context } from '../context.ts'
import { ledgerOf } from '../chain/ledger-balances.ts'
import { readReviewedLack } from '../custody/queries.ts'
import { readReach, type Reach } from '../chain/chain-record.ts'
import {
  recheckOutgoing,
  MAX_BEHIND_MS,
  pauseWhileUnexplained,
} from './unexplained/compare-outgoing.ts'
import {
  isHistoryLost,
  isNetworkWrong,
  liftPause,
  pauseForReplacedBlock,
  raisePause,
} from '../pauses/pauses.ts'

type Signing = Pick<Context, 'config' | 'db' | 'tron' | 'log'>

export type GateOptions = {
  /** How far the record may lag the final head. */
  mostBehindMs?: number
  /** How long a signed payout may still be packed. */
  validForMs?: number
  deadMarginMs?: number
  /**
   * How long we wait after the database was restarted or replaced. By then, everything signed
   * before that is in the record or expired.
   */
  fenceMs?: number
}

/**
 * Whether we may sign payouts now. Every round checks again and relies on nothing in memory, since
 * the database may have been replaced. The chain must be moving, and the record of final blocks
 * must have reached its head. Nothing unexplained may have left the wallet. Everything signed
 * before a restart or replacement of the database must be in the record or expired.
 */
export async function maySign(
  context: Signing,
  wallet: Address,
  options: GateOptions = {},
): Promise<boolean> {
  const { db, tron } = context
  const headMs = await readHeadTime(context)
  if (headMs === null) return false
  const reach = await readReach(db, tron)
  const why = await behindReason(context, reach, headMs, options)
  if (why !== null) {
    await raisePause(context, 'behind', why)
    await liftPause(context, 'chain')
    return false
  }
  await liftPause(context, 'behind')
  if (!reach || !(await isStillFinal(context, reach))) return false
  return (await passesRecord(context, wallet)) && !(await lacksCoins(context, wallet))
}

/** The part of the gate that needs no node, so each payout of a round checks it again. */
export async function passesRecord(
  context: Pick<Context, 'db' | 'log'>,
  wallet: Address,
): Promise<boolean> {
  const { db } = context
  await recheckOutgoing(db, wallet)
  if (await pauseWhileUnexplained(context)) return false
  return !(await isHistoryLost(db)) && !(await isNetworkWrong(db))
}

/** Clears the pauses that only concern signing, in processes that sign nothing. */
export async function clearGate(context: Pick<Context, 'db' | 'log'>): Promise<void> {
  await liftPause(context, 'behind')
  await liftPause(context, 'chain')
  await pauseWhileUnexplained(context)
}

/**
 * When the newest final block was made. If the chain has stopped or the nodes disagree, pauses all
 * new payouts with an alert and returns null. Throws while the chain can't be read at all.
 */
async function readHeadTime(context: Signing): Promise<number | null> {
  const final = await context.tron.finalHead()
  if (final.ok) return final.value.timeMs
  const { kind, detail } = final.trouble
  if (kind !== 'stale' && kind !== 'disagreement') throw new Error(`no payouts: ${kind}`)
  await raisePause(context, 'chain', `The final head cannot be trusted: ${detail}.`)
  return null
}

/** A gateway's machines differ by a few blocks, and some by minutes. */
const CONFIRM_TRIES = 3
const CONFIRM_EVERY_MS = 2_000

/**
 * Whether most nodes still have our last final block. If they have another one now, they were wrong
 * then, and a credit may not exist, or they are wrong now. Lifts the pause for the chain only here,
 * because alerts need a pause without breaks.
 */
async function isStillFinal(context: Signing, { number, id }: Reach): Promise<boolean> {
  const answers = new Set<StillFinal>()
  for (let tries = 1; tries <= CONFIRM_TRIES && !answers.has('replaced'); tries++) {
    if (tries > 1) await sleep(CONFIRM_EVERY_MS)
    answers.add(await context.tron.isStillFinal({ number, id }))
    if (answers.has('held')) {
      await liftPause(context, 'chain')
      return true
    }
  }
  if (answers.has('replaced') || !answers.has('unclear')) {
    await pauseForReplacedBlock(context, { number, id })
  } else {
    await raisePause(context, 'chain', `Too few nodes have final block ${number} as we do.`)
  }
  return false
}

async function behindReason(
  { config, db }: Signing,
  reach: Reach | null,
  headMs: number,
  options: GateOptions,
): Promise<string | null> {
  const { mostBehindMs = MAX_BEHIND_MS, validForMs = EXPIRATION_AFTER_MS } = options
  if (!reach) return 'The scan of final blocks has not begun.'
  if (headMs - reach.at.getTime() > mostBehindMs) {
    return `The scan of final blocks is at block ${reach.number} and not at the head yet.`
  }
  // In development, the database starts empty together with the product, and no real money is at
  // risk.
  const usual = config.production ? validForMs + (options.deadMarginMs ?? DEAD_MARGIN_MS) : 0
  const fenceMs = options.fenceMs ?? usual
  if (fenceMs === 0) return null
  const since = await updateFence(db)
  if (reach.at.getTime() >= since.getTime() + fenceMs) return null
  const until = new Date(since.getTime() + fenceMs).toISOString()
  return `The database was started or replaced. Payouts wait until the record reaches ${until}.`
}

/**
 * Stores which database this is. Returns when it was last restarted or replaced: a restarted
 * server, a promoted replica or a restored copy counts as a different database, and may lack recent
 * data.
 */
async function updateFence(db: Db): Promise<Date> {
  await sql`
    with this as (select concat_ws(' ', extract(epoch from pg_postmaster_start_time()),
      (select oid from pg_database where datname = current_database()),
      'payouts'::regclass::oid) as identity)
    insert into payout_fence (database_identity) select identity from this
    on conflict (singleton) do update
      set database_identity = excluded.database_identity, since = now()
      where payout_fence.database_identity <> excluded.database_identity`.execute(db)
  const { since } = await db.selectFrom('payout_fence').select('since').executeTakeFirstOrThrow()
  return since
}

/** More than any payout under way may burn beyond its energy limit. */
const MAX_FEE_SUN = 2_000_000n

const mostBurned = (limit: Expression<bigint>) => sql<bigint>`${limit} + ${MAX_FEE_SUN}::bigint`

/**
 * Whether the wallet owns less on chain than the ledger allows, after payouts under way and
 * reviewed differences. Staked TRX counts, as in reconciliation. This second safeguard needs no
 * list of transactions.
 */
async function lacksCoins(context: Signing, wallet: Address): Promise<boolean> {
  const { db, tron } = context
  const owned = await tron.owned(wallet)
  if (!owned.ok) throw new Error(`no payouts: ${owned.trouble.kind}`)
  const ledger = await ledgerOf(db, wallet)
  const { sun, usdt } = await readCommitted(db, wallet, mostBurned)
  const { trx, usdt: tokens } = owned.value
  const known = await readReviewedLack(db, wallet)
  if (trx >= ledger.trx - sun - known.trx && tokens >= ledger.usdt - usdt - known.usdt) {
    await liftPause(context, 'missing_coins')
    return false
  }
  const detail = `The wallet ${wallet} holds less than the ledger says, and no payout explains it.`
  await raisePause(context, 'missing_coins', detail)
  return true
}
