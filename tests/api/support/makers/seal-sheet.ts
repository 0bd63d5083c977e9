import { hex } from '@scure/base'
import { bytesOf } from '../../../../src/proof/canonical.ts'
import { entryOf, entryText } from '../../../../src/proof/entry.ts'
import { checkpointText, signNote } from '../../../../src/proof/note.ts'
import { writeReceipt } from '../../../../src/proof/receipt.ts'
import { leafHash } from '../../../../src/proof/tree.ts'
import { sha256 } from '../../../../src/server/transparency/log/sha256.ts'
import { testSigner } from './transparency-makers.ts'

/** The seal of a sheet, as the company could sign it: a log with this entry alone. */
export function sealSheet(sheet: string, kind = 'seal_day'): string {
  const { day } = JSON.parse(sheet) as { day: string }
  const input = { day, sheet: hex.encode(sha256(bytesOf(sheet))) }
  const command = { seq: 1, at: 1, kind, by: 'transparency', in: input }
  const entry = entryOf(sha256, command, [], new Uint8Array(32))
  const root = leafHash(sha256, bytesOf(entryText(entry)))
  const text = checkpointText({ origin: 'test/log', size: 1, root })
  const checkpoint = signNote(text, testSigner.verifier, testSigner.sign)
  return writeReceipt(sha256, entry, [], { path: [], checkpoint })
}
