/**
 * The statement that the owner of a reserve wallet signs (TIP-191): the owner, the log, and the
 * day.
 */
import { base64 } from '@scure/base'
import { readBase64 } from './tlog-proof.ts'
import { DAY_MS } from '../domain/time/time.ts'

export type ReserveStatement = {
  readonly brand: string
  /** The log's name. */
  readonly origin: string
  /** The chain's name, such as `tron-2b6653dc`. */
  readonly network: string
  readonly address: string
  /** YYYY-MM-DD, UTC. */
  readonly day: string
  /** A checkpoint of that day or the day before, so nobody can sign for a later day in advance. */
  readonly size: number
  readonly root: Uint8Array
}

/** A statement counts for its day and this many days after it. */
const DAYS = 35

export const statementText = (statement: ReserveStatement): string =>
  `${statement.brand} reserves
Log: ${statement.origin}
Network: ${statement.network}
Address: ${statement.address}
Day: ${statement.day}
Checkpoint: ${statement.size} ${base64.encode(statement.root)}
`

const FORM = new RegExp(
  [
    /^(.{1,80}) reserves/,
    /Log: (\S+)/,
    /Network: (\S+)/,
    /Address: (\S+)/,
    /Day: (\d{4}-\d\d-\d\d)/,
    /Checkpoint: ([1-9]\d{0,14}) (\S+)\n$/,
  ]
    .map(({ source }) => source)
    .join('\n'),
)

/** Reads a statement; null if the text isn't one. */
export function readStatement(text: string): ReserveStatement | null {
  const [, brand = '', origin = '', network = '', address = '', day = '', size, encoded = ''] =
    FORM.exec(text) ?? []
  const root = readBase64(encoded, 32)
  if (!root) return null
  return { brand, origin, network, address, day, size: Number(size), root }
}

/** Whether a statement of one day counts on the sheet of another. */
export function countsOn(day: string, sheetDay: string): boolean {
  const age = (Date.parse(sheetDay) - Date.parse(day)) / DAY_MS
  return age >= 0 && age <= DAYS
}
