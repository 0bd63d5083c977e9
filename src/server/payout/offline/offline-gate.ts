import type { Db } from '../../../db/types.ts'
import { formatUnits } from '../../../domain/money/money.ts'
import type { Address } from '../../../tron/encoding/address.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import { isOwnWallet } from '../../addresses/whose-address.ts'
import { readLack } from '../../custody/queries.ts'
import type { Context } from '../../context.ts'
import { pauseWhileUnexplained } from '../unexplained/compare-outgoing.ts'
import { mayStillPay, readReach } from '../../chain/chain-record.ts'
import { isHistoryLost, isNetworkWrong, type PauseReason, readPauses } from '../../pauses/pauses.ts'
import { maySign, passesRecord, type GateOptions } from '../signing-gate.ts'

export type Offline = Pick<Context, 'config' | 'db' | 'book' | 'tron' | 'log'>

const HISTORY_LOST =
  'Payouts are paused because the database lost commands, or most nodes replaced a final block. ' +
  'Compare the chain with the ledger, then run: npm run payouts -- resume history_lost ' +
  '--operator NAME --why TEXT'

/**
 * Applies the worker's signing rules to exports and to later imports, because the chain and the
 * database move on during the hours that a file travels.
 */
export async function requireOpen(
  deps: Offline,
  from: Address,
  gate: GateOptions = {},
): Promise<void> {
  const { db } = deps
  if (!(await isOwnWallet(db, from))) await requireNew(deps, from)
  else if (!(await maySign(deps, from, gate))) throw new BatchRefused(await pauseReason(db))
  await refuseLack(db, from)
}

/** The rules that need no node, again before each payout of an import, which may take minutes. */
export async function requireStillOpen(deps: Offline, from: Address): Promise<void> {
  if (!(await passesRecord(deps, from))) throw new BatchRefused(await pauseReason(deps.db))
  await refuseLack(deps.db, from)
}

async function refuseLack(db: Db, from: Address): Promise<void> {
  const lack = await readLack(db, from)
  if (!lack) return
  const figures = `${formatUnits(lack.trx)} TRX and ${formatUnits(lack.usdt)} USDT`
  throw new BatchRefused(
    `${from} lacked ${figures} against the ledger at ${lack.checkedAt.toISOString()}. ` +
      'If you have recorded what it sent since then, try again after the next comparison, in ' +
      'about a minute. Otherwise, find out why first.',
  )
}

async function pauseReason(db: Db): Promise<string> {
  if (await isHistoryLost(db)) return HISTORY_LOST
  const pauses = (await readPauses(db)).filter(({ reason }) => forbidsSigning.includes(reason))
  if (pauses.some(({ reason }) => reason === 'unexplained_transfer')) {
    return (
      'A transfer that no payout explains has to be explained first. To list such transfers: ' +
      'npm run payouts -- status'
    )
  }
  return `Payouts are paused: ${pauses.map(({ detail }) => detail).join(' ')}`
}

const forbidsSigning: readonly PauseReason[] = [
  'chain',
  'behind',
  'network',
  'missing_coins',
  'unexplained_transfer',
]

/** An operator must add a wallet that has a history, and then explain that history. */
async function requireNew(deps: Offline, from: Address): Promise<void> {
  if (await isHistoryLost(deps.db)) throw new BatchRefused(HISTORY_LOST)
  if ((await pauseWhileUnexplained(deps)) || (await isNetworkWrong(deps.db))) {
    throw new BatchRefused(await pauseReason(deps.db))
  }
  const sent = await deps.tron.outgoing(from, 0)
  if (!sent.ok && sent.trouble.kind === 'unavailable') {
    throw new BatchRefused(
      `No node lists what ${from} has sent. Look it up in an explorer. If it is ours and has ` +
        'sent nothing that you do not know: npm run payouts -- wallets --add T…',
    )
  }
  if (!sent.ok) throw new BatchRefused(`The chain cannot be read: ${sent.trouble.kind}.`)
  if (sent.value.length === 0) return
  throw new BatchRefused(
    `${from} is not one of our wallets and has sent ${sent.value.length} transactions. ` +
      'Check the address. If it is ours: npm run payouts -- wallets --add T…',
  )
}

/** Whether an earlier attempt at a withdrawal is on chain, or may still turn out to be. */
export async function hasEarlier({ db, tron }: Offline, withdrawal: number): Promise<boolean> {
  const reach = await readReach(db, tron)
  return !reach || (await mayStillPay(db, reach, withdrawal))
}
