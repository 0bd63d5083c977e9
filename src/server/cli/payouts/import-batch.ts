import { readTravelFile } from '../../../tron/signer/read-file.ts'
import { PayoutFileFault } from '../../../tron/signer/payout-file.ts'
import { audit } from '../../audit/audit.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import { importMoves, refuseRisenFee } from '../../custody/import-moves.ts'
import { readSignedBatch, type SignedBatch } from '../../custody/signed-batch.ts'
import { foundText, importPayouts } from '../../payout/offline/import-payouts.ts'
import type { Offline } from '../../payout/offline/offline-gate.ts'
import { need } from './command-line.ts'

/** Reads a signed file. We audit a refused one, because someone tried to import it. */
async function readSigned({ db }: Offline, path: string, operator: string): Promise<SignedBatch> {
  try {
    return await readSignedBatch(db, readTravelFile(path).toString('utf8'))
  } catch (error) {
    const isRefused = error instanceof BatchRefused || error instanceof PayoutFileFault
    if (!isRefused) throw error
    const reason = error.message
    const entry = { operator, action: 'import refused', object: 'signed file', reason }
    await db.transaction().execute((tx) => audit(tx, [{ ...entry, requestId: 'command line' }]))
    throw error
  }
}

export async function importSigned(deps: Offline): Promise<string> {
  const operator = need('operator')
  const batch = await readSigned(deps, need('signed'), operator)
  if (batch.kind !== 'payouts') {
    await refuseRisenFee(deps, batch)
    const moves = await importMoves(deps.db, batch, operator)
    return [
      ...(moves.found > 0 ? [foundText('moves', moves.found)] : []),
      `${moves.stored} moves stored; the worker sends them.`,
    ].join('\n')
  }
  const { found = [], stored, skipped } = await importPayouts(deps, batch, operator)
  const lines = [
    ...(found.length > 0 ? [foundText('payouts', found.length)] : []),
    `${stored.length} payouts stored; the worker sends them.`,
    ...skipped.map(({ id, why }) => `withdrawal ${id} skipped: ${why}`),
  ]
  return lines.join('\n')
}
