import { is, subquery } from '../../../db/expressions.ts'
import type { Db, Tx } from '../../../db/types.ts'
import { inCustody } from '../../addresses/whose-address.ts'
import { DoneElsewhere } from '../../book/submission.ts'
import type { ChainTransfer } from '../../chain/chain-transfer.ts'

/**
 * What happened to a transfer from one of our addresses, for an operator's explanation. `own`: the
 * receiver is ours and booked nothing, because the sender was ours, too. `booked`: the receiver
 * booked it on arrival, before the sender became ours, so the ledger only lacks what the sender
 * lost. `incoming`: we haven't decided yet whether the receiver books it. `outside`: the receiver
 * isn't ours. `foreign`: the sender isn't ours anymore.
 */
export type Arrival = 'own' | 'booked' | 'incoming' | 'outside' | 'foreign'

type Sent = Pick<ChainTransfer, 'network' | 'txid' | 'asset' | 'logIndex' | 'from' | 'to'>

/** In one statement: a commit that books a transfer also takes it out of the inbox. */
export async function readArrival(db: Db | Tx, sent: Sent): Promise<Arrival> {
  const isIn = (table: 'incoming_transfers' | 'transfers' | 'treasury_receipts') =>
    is(
      subquery.exists(
        subquery
          .selectFrom(table)
          .where('network', '=', sent.network)
          .where('txid', '=', sent.txid)
          .where('asset', '=', sent.asset)
          .where('log_index', '=', sent.logIndex),
      ),
    )
  const row = await db
    .selectNoFrom([
      inCustody(sent.from).as('isSenderOurs'),
      inCustody(sent.to).as('isReceiverOurs'),
      isIn('incoming_transfers').as('isIncoming'),
      isIn('transfers').as('isDeposit'),
      isIn('treasury_receipts').as('isReceipt'),
    ])
    .executeTakeFirstOrThrow()
  if (!row.isSenderOurs) return 'foreign'
  if (row.isIncoming) return 'incoming'
  if (row.isDeposit || row.isReceipt) return 'booked'
  return row.isReceiverOurs ? 'own' : 'outside'
}

/** For the transaction that books an explanation: refuses what it wouldn't book anymore. */
export async function requireArrival(
  tx: Tx,
  sent: Sent,
  expected: readonly Arrival[],
): Promise<void> {
  const arrival = await readArrival(tx, sent)
  if (!expected.includes(arrival)) throw new DoneElsewhere(WHY[arrival](sent))
}

const WHY: Record<Arrival, (sent: Sent) => string> = {
  own: ({ to }) => `${to} is ours now`,
  booked: ({ to }) => `${to} has just booked it`,
  incoming: ({ to }) => `we don't know yet whether ${to} books it on arrival`,
  outside: ({ to }) => `${to} isn't ours anymore`,
  foreign: ({ from }) => `${from} isn't ours anymore`,
}
