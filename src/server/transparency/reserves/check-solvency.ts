/** Checks a sealed day's reserves without our database: sums, signatures, and the sample. */
import { findReservesFault, findSampleFault, readSample } from '../../../proof/check/reserves.ts'
import type { Place } from '../../../proof/check/reserves.ts'
import { isFault, type Fault } from '../../../proof/note.ts'
import { readSolvency } from '../../../proof/solvency.ts'
import { signerOfMessage } from '../../../tron/transaction/signed-message.ts'
import { sha256 } from '../log/sha256.ts'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const told = ({ fault, field }: Fault): string => `${fault} Where: ${field}`

/**
 * What is wrong with the reserves of a day; null if nothing is.
 * @param sample the exact bytes, if the auditor has them
 */
export function findSolvencyFault(body: string, place: Place, sample?: string): string | null {
  const said = readSolvency(parse(body))
  if (isFault(said)) return told(said)
  const fault = findReservesFault(said, place, signerOfMessage)
  if (fault) return told(fault)
  if (sample === undefined) return null
  const drawn = readSample(parse(sample))
  if (isFault(drawn)) return told(drawn)
  if (drawn.day !== place.day) return 'The sample is of another day.'
  const other = findSampleFault(sha256, drawn, said)
  return other ? told(other) : null
}
