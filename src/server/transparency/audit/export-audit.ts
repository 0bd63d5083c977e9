/** The contents of an audit file, read from the database in slices. Nothing here writes. */
import { base64 } from '@scure/base'
import type { Db } from '../../../db/types.ts'
import { entryText } from '../../../proof/entry.ts'
import { peekCheckpoint } from '../../../proof/note.ts'
import { readEntries, type Logged } from '../log/read-entries.ts'
import { readAnchor } from '../anchor/anchor-day.ts'
import { readSample } from '../reserves/draw-sample.ts'
import { readFirst } from '../log/cosignatures.ts'
import { readNotes } from '../log/epochs.ts'
import { monthOf } from '../../../domain/time/time.ts'
import type { Header } from './audit-file.ts'

/** The commands in one slice, which take a few megabytes of memory. */
const MOST_COMMANDS = 5_000

/** A sealed sheet, and the last command at its cutoff. */
type Sealed = { readonly cut: number; readonly sheet: string }

export type Plan = {
  readonly header: Header
  readonly sheets: readonly Sealed[]
  /** Whether to include the deposit addresses that blocks drew. */
  readonly samples?: boolean
}

/**
 * Plans an export of everything that the newest checkpoint signs.
 * @param size the size of the checkpoint to use instead, to continue an interrupted export
 */
export async function planAudit(db: Db, size?: number): Promise<Plan | null> {
  const signed = await db
    .selectFrom('log_checkpoints')
    .select(['size', 'note'])
    .$if(size !== undefined, (query) => query.where('size', '=', BigInt(size ?? 0)))
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  const checkpoint = signed ? peekCheckpoint(signed.note) : null
  if (!signed || !checkpoint) return null
  const keys = await db.selectFrom('log_signers').select('verifier').orderBy('since').execute()
  const header: Header = {
    twofold_audit: 1,
    origin: checkpoint.origin,
    size: checkpoint.size,
    checkpoint: (await readFirst(db, signed.size, []))?.note ?? signed.note,
    keys: keys.map(({ verifier }) => verifier),
    epochs: await readNotes(db),
  }
  return { header, sheets: await readSealed(db, signed.size) }
}

/** The sheets sealed up to a command, oldest first. */
async function readSealed(db: Db, until: bigint): Promise<Sealed[]> {
  const rows = await db
    .selectFrom('day_sheets')
    .innerJoin('sheet_bodies', 'sheet_bodies.sha256', 'day_sheets.sha256')
    .select('body')
    .where('seq', '<=', until)
    .orderBy('day_sheets.day')
    .execute()
  return rows.map(({ body }) => ({ cut: cutOf(body), sheet: body }))
}

type Sheet = {
  readonly day: string
  readonly cut: { readonly seq: number }
  readonly parts: Record<string, string>
}
const parseSheet = (body: string): Sheet => JSON.parse(body) as Sheet // sealed by us, with its hash
const cutOf = (body: string): number => parseSheet(body).cut.seq

async function sheetLine(db: Db, { sheet }: Sealed, samples: boolean): Promise<string> {
  const named = Object.entries(parseSheet(sheet).parts)
  const bodies = await db
    .selectFrom('sheet_bodies')
    .select(['sha256', 'body'])
    .where('sha256', 'in', ['', ...named.map(([, hash]) => hash)])
    .execute()
  const byHash = new Map(bodies.map(({ sha256, body }) => [sha256, body]))
  const parts = Object.fromEntries(named.map(([name, hash]) => [name, byHash.get(hash) ?? '']))
  const sample = samples ? await readSample(db, parseSheet(sheet).day) : undefined
  const anchor = await readAnchor(db, parseSheet(sheet).day)
  return JSON.stringify({ sheet, parts, sample, anchor })
}

function entryLines({ entry, lines, monthKey }: Logged, told: Set<string>): string[] {
  const month = monthOf(entry.at)
  const key = told.has(month) ? [] : [JSON.stringify({ month, key: base64.encode(monthKey) })]
  told.add(month)
  return [...key, entryText(entry), ...(lines.length > 0 ? [JSON.stringify(lines)] : [])]
}

/** The lines of the next slice of an export, and the last command in it. */
export async function readSlice(
  db: Db,
  { header, sheets, samples = false }: Plan,
  after: number,
  most = MOST_COMMANDS,
): Promise<{ readonly until: number; readonly lines: readonly string[] }> {
  const until = Math.min(after + most, header.size)
  const logged = await readEntries(db, { after, until })
  if (logged.length !== until - after) throw new Error(`the command log has a gap after ${after}`)
  const lines = after === 0 ? [JSON.stringify(header)] : []
  const told = new Set<string>()
  const cuts = new Map(sheets.map((sealed) => [sealed.cut, sealed]))
  for (const each of logged) {
    lines.push(...entryLines(each, told))
    const sealed = cuts.get(each.entry.seq)
    if (sealed) lines.push(await sheetLine(db, sealed, samples))
  }
  if (until === header.size) lines.push(JSON.stringify({ end: until }))
  return { until, lines }
}
