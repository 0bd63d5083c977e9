/** The log's entries, computed from rows that never change: the same rows give the same entries. */
import { anyOf } from '../../../db/expressions.ts'
import type { Db, RowOf } from '../../../db/types.ts'
import { JOURNAL_KINDS, PURPOSES } from '../../../domain/ledger/journal.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import type { Json } from '../../../proof/canonical.ts'
import {
  entryOf,
  hideInput,
  operatorName,
  PERSONAL,
  type Entry,
  type Line,
} from '../../../proof/entry.ts'
import { KIND_CODES } from '../../book/rows/ledger-rows.ts'
import { isOfCommands } from '../../command-log/journals-of.ts'
import { makeLogKeys, readLogKeys, type LogKeys } from './log-keys.ts'
import { sha256 } from './sha256.ts'

/** A command of the log with its lines. */
export type Logged = {
  readonly entry: Entry
  readonly lines: readonly Line[]
  readonly monthKey: Uint8Array
}

type Range = { readonly after: number; readonly until: number }
type Input = Readonly<Record<string, Json>>
type Command = RowOf<'commands', 'seq' | 'at' | 'kind' | 'by'> & {
  readonly input: Input
  /** The member whose key hides its personal texts; null if it has none. */
  readonly owner: number | null
}

/**
 * The entries of the commands after one number, up to another.
 * @param makeKeys whether to create missing keys, which requires the worker's rights
 */
export async function readEntries(
  db: Db,
  range: Range,
  { makeKeys = false }: { readonly makeKeys?: boolean } = {},
): Promise<Logged[]> {
  const commands = await readCommands(db, range)
  if (commands.length === 0) return []
  const lines = await readLines(db, range)
  const needed = {
    times: commands.map(({ at }) => at),
    members: commands.flatMap(({ owner }) => owner ?? []),
  }
  if (makeKeys) await makeLogKeys(db, needed)
  const keys = await readLogKeys(db, needed)
  return commands.map((command) => {
    const own = lines.get(Number(command.seq)) ?? []
    const monthKey = keys.ofMonth(command.at)
    return { entry: entryOf(sha256, shown(command, keys), own, monthKey), lines: own, monthKey }
  })
}

/** A command as the log shows it. */
function shown({ seq, at, kind, by, input, owner }: Command, keys: LogKeys) {
  const hiding = {
    operators: keys.operators,
    member: owner === null ? keys.operators : keys.ofMember(owner),
  }
  const [what = '', name = ''] = by.split(/:(.*)/s)
  const actor =
    what === 'member'
      ? `m${name}`
      : what === 'operator'
        ? operatorName(sha256, keys.operators, name)
        : `sys:${name}`
  const hidden = hideInput(sha256, hiding, input)
  return { seq: Number(seq), at: at.getTime(), kind, by: actor, in: hidden }
}

async function readCommands(db: Db, { after, until }: Range): Promise<Command[]> {
  const rows = await db
    .selectFrom('commands')
    .select((eb) => ['seq', 'at', 'kind', 'by', eb.cast<Input>('input', 'jsonb').as('input')])
    .where('seq', '>', BigInt(after))
    .where('seq', '<=', BigInt(until))
    .orderBy('seq')
    .execute()
  const personal = rows.filter(({ input }) => isPersonal(input))
  const ownerOf = await findOwners(
    db,
    personal.map(({ input }) => input),
  )
  return rows.map((row) => ({ ...row, owner: isPersonal(row.input) ? ownerOf(row.input) : null }))
}

const isPersonal = (input: Input): boolean =>
  PERSONAL.some((name) => typeof input[name] === 'string')

const numbersOf = (inputs: readonly Input[], name: string): number[] =>
  inputs.flatMap(({ [name]: no }) => (typeof no === 'number' ? no : []))

/** The member that an input is about: its own, or that of its withdrawal or adjustment. */
async function findOwners(db: Db, inputs: readonly Input[]): Promise<(input: Input) => number> {
  const withdrawals = await db
    .selectFrom('withdrawals')
    .select(['no', 'member_no'])
    .where('no', '=', anyOf(numbersOf(inputs, 'withdrawal'), 'int'))
    .execute()
  const adjustments = await db
    .selectFrom('adjustments')
    .select(['no', 'member_no'])
    .where('no', '=', anyOf(numbersOf(inputs, 'adjustment'), 'int'))
    .execute()
  const byWithdrawal = new Map(withdrawals.map(({ no, member_no: member }) => [no, member]))
  const byAdjustment = new Map(adjustments.map(({ no, member_no: member }) => [no, member]))
  return ({ member, withdrawal, adjustment }) => {
    if (typeof member === 'number') return member
    return byWithdrawal.get(Number(withdrawal)) ?? byAdjustment.get(Number(adjustment)) ?? HOUSE
  }
}

/** The lines of each command, in the order in which the rules gave them. */
async function readLines(db: Db, { after, until }: Range): Promise<Map<number, Line[]>> {
  const journals = await db
    .selectFrom('journals')
    .select(['no', 'seq', 'kind', 'subject'])
    .where(isOfCommands(BigInt(after), BigInt(until)))
    .orderBy('no')
    .execute()
  const [first, last] = [journals[0], journals.at(-1)]
  const lines = new Map<number, Line[]>()
  if (!first || !last) return lines
  const postings = await readPostings(db, first.no, last.no)
  const activated = journals.filter(({ kind }) => kind === KIND_CODES.activation)
  const seats = await readSeats(
    db,
    activated.map(({ subject }) => Number(subject)),
  )
  for (const { no, seq, kind, subject } of journals) {
    const own = lines.get(Number(seq)) ?? []
    lines.set(Number(seq), own)
    own.push(['journal', Number(no), JOURNAL_KINDS[kind] ?? '', Number(subject)])
    own.push(...(postings.get(no) ?? []))
    const seat = kind === KIND_CODES.activation && seats.get(Number(subject))
    if (seat) own.push(seat)
  }
  return lines
}

async function readSeats(db: Db, profiles: readonly number[]): Promise<Map<number, Line>> {
  const rows = await db
    .selectFrom('seats')
    .select(['profile_no', 'ordinal', 'plan', 'parent_no', 'side', 'depth'])
    .where('profile_no', '=', anyOf(profiles, 'int'))
    .execute()
  return new Map(
    rows.map(({ profile_no: no, ordinal, plan, parent_no: parent, side, depth }) => [
      no,
      ['seat', no, ordinal, plan, parent ?? 0, side ?? 0, depth],
    ]),
  )
}

async function readPostings(db: Db, first: bigint, last: bigint): Promise<Map<bigint, Line[]>> {
  const rows = await db
    .selectFrom('postings')
    .select(['journal_no', 'line', 'account_no', 'amount', 'balance_after', 'purpose'])
    .where('journal_no', '>=', first)
    .where('journal_no', '<=', last)
    .orderBy('journal_no')
    .orderBy('line')
    .execute()
  const byJournal = new Map<bigint, Line[]>()
  for (const row of rows) {
    const own = byJournal.get(row.journal_no) ?? []
    byJournal.set(row.journal_no, own)
    const [no, account] = [Number(row.journal_no), Number(row.account_no)]
    const [amount, after] = [String(row.amount), String(row.balance_after)]
    own.push(['posting', no, row.line, account, amount, after, PURPOSES[row.purpose] ?? ''])
  }
  return byJournal
}
