import { readAnchorMemo } from '../../../proof/anchor-memo.ts'
import type { SentTransaction } from '../../../proof/check/reserves.ts'
import type { Checkpoint } from '../../../proof/note.ts'
import { readSignedTransfer } from '../../../tron/transaction/signed-transfer.ts'

/** A signed transaction, and the checkpoint in its memo. */
export type Anchored = { readonly sent: SentTransaction; readonly anchored: Checkpoint }

/** Reads an anchor from hexadecimal; null if its sender didn't sign it, or it has no checkpoint. */
export function readAnchor(signed: string): Anchored | null {
  const sent = readSignedTransfer(signed)
  const anchored = sent && readAnchorMemo(sent.memo)
  return sent && anchored ? { sent, anchored } : null
}
