/** Finds on-chain transfers that the ledger has already recorded, by their on-chain identity. */
import { anyOf } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import type { CommandOf } from '../../domain/ledger/command.ts'
import { ASSET_CODES } from './rows/ledger-rows.ts'
import type { Submission } from './submission.ts'

type Transfer = CommandOf<'receive_transfer'>

const nameOf = (network: string, txid: string, asset: number, logIndex: number): string =>
  `${network}:${txid}:${asset}:${logIndex}`

/** A transfer's identity: (network, transaction id, asset, log index). */
export const transferName = ({ network, txid, coin, logIndex }: Transfer): string =>
  nameOf(network, txid, ASSET_CODES[coin], logIndex)

/** The names of those transfers in a batch that are already recorded. */
export async function findKnownTransfers(
  tx: Tx,
  items: readonly Submission[],
): Promise<Set<string>> {
  const transfers: Transfer[] = []
  for (const { command } of items) if (command.kind === 'receive_transfer') transfers.push(command)
  if (transfers.length === 0) return new Set()
  const rows = await tx
    .selectFrom('transfers')
    .select(['network', 'txid', 'asset', 'log_index'])
    .where(
      'txid',
      '=',
      anyOf(
        transfers.map(({ txid }) => txid),
        'text',
      ),
    )
    .execute()
  return new Set(rows.map((row) => nameOf(row.network, row.txid, row.asset, row.log_index)))
}
