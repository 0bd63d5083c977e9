import { hash } from 'node:crypto'
import { base64 } from '@scure/base'
import { z } from 'zod'
import { Income } from '../../../contract/subjects/transparency.ts'
import { findSolvencyFault } from '../reserves/check-solvency.ts'
import { canonicalText, type Json } from '../../../proof/canonical.ts'
import { isFault } from '../../../proof/note.ts'
import { epochOf, isOfLog } from '../../../proof/epochs.ts'
import { readSolvency } from '../../../proof/solvency.ts'
import { describeOwed, groupsIn } from '../liabilities/expected-sums.ts'
import { AuditFault, type SealedSheet } from './audit-file.ts'
import type { Replay } from './replay-entries.ts'

const SheetBody = z.looseObject({
  v: z.literal(1),
  origin: z.string(),
  day: z.iso.date(),
  previous: z.string().nullable(),
  cut: z.object({ seq: z.int(), journal: z.int(), at: z.string() }),
  log: z.object({ size: z.int(), root: z.string() }),
  parts: z.record(z.string(), z.string()),
  unattributed: z.object({ trx: z.string(), usdt: z.string() }).optional(),
  code: z.record(z.string(), z.string()).optional(),
  liabilities: z
    .object({ owed: z.string(), members: z.int(), groups: z.array(z.int()) })
    .optional(),
})

const hashOf = (text: string): string => hash('sha256', text)

/** The first figure that differs, by its name within a part. */
function firstDifference(said: unknown, right: unknown, name: string): string | null {
  if (JSON.stringify(said) === JSON.stringify(right)) return null
  const both = [said, right]
  if (both.some((each) => typeof each !== 'object' || each === null)) {
    const [one, other] = both.map((each) => JSON.stringify(each) ?? 'nothing')
    return `${name} is ${one}, and the entries give ${other}`
  }
  const [one, other] = both.map((each) => new Map(Object.entries(each ?? {})))
  for (const key of new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])) {
    const found = firstDifference(one?.get(key), other?.get(key), `${name}.${key}`)
    if (found !== null) return found
  }
  return `${name} has its figures in another order`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The parts of a sheet that follow from the log's entries alone. */
const DERIVED: Record<string, (replay: Replay, day: string) => Json> = {
  income: (replay) => replay.describeIncome(),
  boards: (replay, day) => replay.describeBoards(day),
}

/** Derives a part again. @throws AuditFault that names the first figure that differs */
function checkPart(replay: Replay, day: string, [name, text]: [string, string]): boolean {
  const derive = DERIVED[name]
  if (!derive) return false
  let right: string
  try {
    right = canonicalText(derive(replay, day))
  } catch (error) {
    throw new AuditFault(`Sheet of ${day}, ${name}: ${String(error)}.`)
  }
  const difference = firstDifference(parse(text), parse(right), name)
  if (difference !== null) throw new AuditFault(`Sheet of ${day}: ${difference}.`)
  return true
}

/** The log doesn't contain the tree's salts and order, but it determines the sums. */
function requireOwed(
  { day, liabilities }: z.output<typeof SheetBody>,
  income: string | undefined,
  replay: Replay,
): void {
  const statement = Income.safeParse(parse(income ?? '')).data
  if (!liabilities || !statement) return
  const right = { ...describeOwed(replay.state), groups: groupsIn(statement) }
  const difference = firstDifference(liabilities, right, 'liabilities')
  if (difference !== null) throw new AuditFault(`Sheet of ${day}: ${difference}.`)
}

/** Reserves follow from wallet signatures and on-chain balances, not from entries. */
function requireSolvency(
  { day, origin, liabilities, unattributed }: z.output<typeof SheetBody>,
  text: string | undefined,
  sample: string | undefined,
): void {
  if (text === undefined) return
  const owed = { members: liabilities?.owed ?? '0.00', ...unattributed }
  const said = readSolvency(parse(text))
  const difference = isFault(said) ? null : firstDifference(said.owed, owed, 'solvency.owed')
  const fault = difference ?? findSolvencyFault(text, { day, origin }, sample)
  if (fault !== null) throw new AuditFault(`Sheet of ${day}: ${fault}.`)
}

/** Compares what is owed with the entries, and what is held with what is owed. */
function requireFunds(
  body: z.output<typeof SheetBody>,
  { parts, sample }: Omit<z.output<typeof SealedSheet>, 'sheet'>,
  replay: Replay,
): void {
  requireOwed(body, parts.income, replay)
  requireSolvency(body, parts.solvency, sample)
}

/** Once a sheet contains a part or field, every later sheet must contain it. */
function requireWhole(
  { day, parts, liabilities }: z.output<typeof SheetBody>,
  required: Set<string>,
): void {
  const said = new Set([...Object.keys(parts), ...(liabilities ? ['liabilities'] : [])])
  const missing = [...required].find((name) => !said.has(name))
  if (missing) throw new AuditFault(`Sheet of ${day}: it leaves out ${missing}.`)
  for (const name of said) required.add(name)
}

function requireHash(day: string, name: string, part: { text: string; hash: string }): void {
  if (hashOf(part.text) === part.hash) return
  throw new AuditFault(`Sheet of ${day}: ${name} has another hash than the sheet says.`)
}

export type CodeChange = { readonly day: string; readonly code: Readonly<Record<string, string>> }

function noteCode({ day, code = {} }: z.output<typeof SheetBody>, changes: CodeChange[]): void {
  const before = changes.at(-1)?.code ?? {}
  if (canonicalText(code) !== canonicalText(before)) changes.push({ day, code })
}

function requireHead(
  body: z.output<typeof SheetBody>,
  replay: Replay,
  previous: string | null,
): void {
  const { day, cut, log } = body
  const { state, tree, lastAt } = replay
  const expected = {
    previous,
    cut: { seq: tree.size, journal: state.numbers.journal, at: new Date(lastAt).toISOString() },
    log: { size: tree.size, root: base64.encode(tree.root()) },
  }
  const said = { previous: body.previous, cut, log }
  for (const name of ['cut', 'log', 'previous'] as const) {
    const difference = firstDifference(said[name], expected[name], name)
    if (difference !== null) throw new AuditFault(`Sheet of ${day}: ${difference}.`)
  }
}

/** Checks each sheet at its cutoff, and that the log sealed exactly its bytes. */
export function checkSheets(origin: string) {
  let previous: { day: string; hash: string } | null = null
  let epoch = 1
  /** A sheet that isn't sealed yet. */
  let open: { day: string; hash: string } | null = null
  const required = new Set(Object.keys(DERIVED))
  const [counts, unknown] = [{ sheets: 0, derived: 0 }, new Set<string>()]
  const codes: CodeChange[] = []

  function requireSealed(): void {
    if (open) throw new AuditFault(`The log never sealed the sheet of ${open.day}.`)
  }

  /** Sheets from before a new epoch have the log's former name. */
  function requireName(body: z.output<typeof SheetBody>): void {
    const own = epochOf(body.origin)
    if (!isOfLog(body.origin, origin) || own.no < epoch) {
      throw new AuditFault(`Sheet of ${body.day}: it belongs to the log ${body.origin}.`)
    }
    epoch = own.no
  }

  return {
    counts,
    /** Parts that nobody can derive from the entries alone; their hashes are checked. */
    unknown,
    /** The days on which we served a different verifier than on the previous sheet. */
    codes,
    add({ sheet, parts, sample }: z.output<typeof SealedSheet>, replay: Replay): void {
      const body = SheetBody.safeParse(parse(sheet)).data
      if (!body) throw new AuditFault(`The sheet after entry ${replay.tree.size} is malformed.`)
      const { day } = body
      requireSealed()
      requireName(body)
      requireHead(body, replay, previous?.hash ?? null)
      requireWhole(body, required)
      for (const [name, hash] of Object.entries(body.parts)) {
        const text = parts[name]
        if (text === undefined) throw new AuditFault(`Sheet of ${day}: ${name} is missing.`)
        if (checkPart(replay, day, [name, text])) counts.derived++
        else unknown.add(name)
        requireHash(day, name, { text, hash })
      }
      requireFunds(body, { parts, sample }, replay)
      open = { day, hash: hashOf(sheet) }
      noteCode(body, codes)
      counts.sheets++
    },
    /** Compares a seal in the log with the sheet before it. */
    seal({ day, sheet, seq }: { day: string; sheet: string; seq: number }): void {
      if (open?.day !== day) throw new AuditFault(`Entry ${seq} seals ${day}, without its sheet.`)
      if (open.hash !== sheet) {
        throw new AuditFault(`Sheet of ${day}: its bytes aren't those that entry ${seq} sealed.`)
      }
      previous = open
      open = null
    },
    requireSealed,
  }
}

export type SheetCheck = ReturnType<typeof checkSheets>
