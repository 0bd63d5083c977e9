/** Proofs of individual log entries, for the members they concern. */
import { reject } from '../../../contract/refusals/reject.ts'
import type { Db } from '../../../db/types.ts'
import { wallet, withdrawalHold } from '../../../domain/ledger/account.ts'
import type { Line } from '../../../proof/entry.ts'
import { openLines, writeReceipt } from '../../../proof/receipt.ts'
import { subtreesOf, tilesFor } from '../../../proof/tiles.ts'
import { inclusionProof } from '../../../proof/tree.ts'
import type { Witness } from '../../../proof/policy.ts'
import { readFirst } from '../log/cosignatures.ts'
import { readTiles } from '../log/grow-log.ts'
import { readEntries, type Logged } from '../log/read-entries.ts'
import { sha256 } from '../log/sha256.ts'

/**
 * The receipt of a journal entry that moved a member's money; undefined if there is no such entry.
 * It discloses the entry's line, the member's own postings, and a seat that the member took.
 */
export async function readReceipt(
  db: Db,
  member: number,
  journal: bigint,
  witnesses: readonly Witness[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('journals')
    .innerJoin('postings', 'postings.journal_no', 'journals.no')
    .select('journals.seq')
    .where('journals.no', '=', journal)
    .where('postings.account_no', 'in', accountsOf(member).map(BigInt))
    .limit(1)
    .executeTakeFirst()
  const choice = ownLines(member, Number(journal))
  return row && (await proveEntry(db, row.seq, witnesses, choice))
}

/** The proof that a day's seal is in the log; undefined for a day without a sheet. */
export async function readSeal(
  db: Db,
  day: string,
  witnesses: readonly Witness[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('day_sheets')
    .select('seq')
    .where('day', '=', day)
    .executeTakeFirst()
  return row && (await proveEntry(db, row.seq, witnesses, () => () => false))
}

const accountsOf = (member: number): number[] => [wallet(member), withdrawalHold(member)]

type Choice = (lines: readonly Line[]) => (line: Line) => boolean

/** A member's own lines of one journal entry. */
const ownLines =
  (member: number, journal: number): Choice =>
  (lines) => {
    const accounts = new Set<unknown>(accountsOf(member))
    const head = lines.find(([what, no]) => what === 'journal' && no === journal)
    const pays = lines.some(
      ([what, no, , account, amount]) =>
        what === 'posting' &&
        no === journal &&
        accounts.has(account) &&
        `${amount}`.startsWith('-'),
    )
    return (line) => {
      const [what, no, , account] = line
      if (what === 'posting') return no === journal && accounts.has(account)
      // The member who pays for an activation takes the seat.
      if (what === 'seat') return pays && head?.[2] === 'activation' && head[3] === no
      return line === head
    }
  }

async function proveEntry(
  db: Db,
  seq: bigint,
  witnesses: readonly Witness[],
  choose: Choice,
): Promise<string> {
  const no = Number(seq)
  const proof = await readProof(db, no, witnesses)
  if (!proof) throw await whyNotYet(db)
  const [logged] = await readEntries(db, { after: no - 1, until: no })
  if (!logged) throw new Error(`command ${no} has no entry`)
  const { entry, lines, monthKey }: Logged = logged
  const opened = openLines(sha256, entry, lines, monthKey, choose(lines))
  return writeReceipt(sha256, entry, opened, proof)
}

/** If the log isn't signing, waiting another minute won't help. */
async function whyNotYet(db: Db) {
  const row = await db.selectFrom('log_rest').select('why').executeTakeFirst()
  return reject(typeof row?.why === 'string' ? 'log_rests' : 'no_proof_yet')
}

/** From a command to the first checkpoint that contains it and that enough witnesses cosigned. */
async function readProof(db: Db, seq: number, witnesses: readonly Witness[]) {
  const first = await readFirst(db, BigInt(seq), witnesses)
  if (!first) return null
  const { size, note: checkpoint } = first
  const read = subtreesOf(sha256, await readTiles(db, tilesFor(seq - 1, size)))
  return { path: inclusionProof(sha256, read, seq - 1, size), checkpoint }
}
