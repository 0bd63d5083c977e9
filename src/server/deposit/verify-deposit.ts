import type { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import { parseTransactionId } from '../../tron/transaction/transaction-id.ts'
import type { Context } from '../context.ts'
import { reject, rejectField, Rejection } from '../../contract/refusals/reject.ts'
import { isNetworkWrong } from '../pauses/pauses.ts'
import { lookUpDeposit } from '../chain/look-up.ts'
import { findRequest } from './queries.ts'
import { showDeposit } from './show-deposit.ts'
import { judgeBooked, refuseVerification } from './verify-answers.ts'
import { english, text } from '../../contract/texts/texts.ts'
import { receive } from './receive-verified.ts'

type VerifyAnswer = z.infer<typeof calls.verifyDeposit.answer>

/**
 * Looks up one transaction and credits it as the watcher would. Answers 200 if it credited this
 * request, now or before. Otherwise answers with one of the contract's refusals, and never reveals
 * anything about other members' payments. 503 if the chain or the rate is unavailable.
 */
export async function verifyDeposit(
  context: Context,
  member: number,
  requestId: string,
  hash: string,
): Promise<VerifyAnswer> {
  const request = await findRequest(context.db, member, requestId)
  if (!request) throw reject('not_found')
  const id = parseTransactionId(hash)
  // Don't ask a node about something that can't be an id.
  if (!id.ok) throw rejectField('transaction_hash', text('transaction_hash_invalid'))
  const known = await judgeBooked(context.db, request, id.txid)
  if (known === 'met') return credited(context, member, requestId)
  if (await isNetworkWrong(context.db)) throw reject('chain_unavailable')
  const found = await lookUpDeposit(context.tron, id.txid)
  if (!found.ok) throw reject('chain_unavailable')
  const { chain, transaction } = found.value
  if (transaction.state === 'absent') {
    throw new Rejection('not_found', text('transaction_not_found'))
  }
  await receive(context, request, chain, transaction)
  const booked = await judgeBooked(context.db, request, id.txid)
  if (booked === 'met') return credited(context, member, requestId)
  throw refuseVerification('wrong_recipient')
}

async function credited(
  context: Context,
  member: number,
  requestId: string,
): Promise<VerifyAnswer> {
  const row = await findRequest(context.db, member, requestId)
  if (!row) throw reject('not_found')
  const deposit = showDeposit(row, context.config.confirmations)
  const said = text('deposit_verified', { amount: deposit.amount })
  return { success: true, message: english(said), text: said, deposit }
}
