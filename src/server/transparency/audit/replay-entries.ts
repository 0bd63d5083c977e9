import { base64 } from '@scure/base'
import { apply } from '../../../domain/book.ts'
import { assetOf } from '../../../domain/ledger/account.ts'
import type { LedgerEvent } from '../../../domain/ledger/event.ts'
import { commit, emptyState } from '../../../domain/ledger/state.ts'
import type { Json } from '../../../proof/canonical.ts'
import { entryOf, linesOf, type Entry, type Line } from '../../../proof/entry.ts'
import { equal, leafHash } from '../../../proof/tree.ts'
import { decode, toCommand } from '../../book/rows/encode-command.ts'
import { sha256 } from '../log/sha256.ts'
import { monthOf } from '../../../domain/time/time.ts'
import { AuditedEntry, AuditFault } from './audit-file.ts'
import { countBoardAges } from './count-ages.ts'
import { IncomeCount } from './count-income.ts'
import { growingTree } from './growing-tree.ts'

/** How many entries to apply before the state drops its undo log. */
const COMMIT_EVERY = 500

type Parsed = Omit<Entry, 'in'> & { readonly in: Record<string, unknown> }

function parseEntry(line: Buffer, expected: number): Parsed {
  const entry = AuditedEntry.safeParse(tryDecode(line)).data
  if (!entry) throw new AuditFault(`Entry ${expected} is malformed.`)
  if (entry.seq === expected) return entry
  const found = `entry ${entry.seq} follows entry ${expected - 1}`
  throw new AuditFault(`Entry ${expected} is missing: ${found}.`)
}

/** Why a command and its lines don't match: someone changed the lines, or they break the rules. */
function explain(entry: Parsed, shown: string, ruled: readonly Line[], key: Uint8Array): string {
  const { seq } = entry
  let lines: Line[]
  try {
    lines = JSON.parse(shown) as Line[] // hashed below, whatever they are
  } catch {
    return `The lines of entry ${seq} are malformed.`
  }
  const at = lines.findIndex((line, i) => JSON.stringify(line) !== JSON.stringify(ruled[i]))
  const no = at < 0 ? Math.min(lines.length, ruled.length) : at
  const [said, right] = [lines[no], ruled[no]].map((line) => JSON.stringify(line) ?? 'nothing')
  const both = `line ${no} says ${said}, and the rules give ${right}`
  const committed = entryOf(sha256, { ...entry, in: null }, lines, key)
  return committed.fx === entry.fx && committed.n === entry.n
    ? `Entry ${seq} breaks the rules: ${both}.`
    : `The lines of entry ${seq} aren't those whose hash it has: ${both}.`
}

/** @throws AuditFault when a journal's postings don't add up to zero for each asset */
function requireZeroSums(events: readonly LedgerEvent[], seq: number): void {
  for (const event of events) {
    if (event.event !== 'journal') continue
    let [usd, trx, usdt] = [0n, 0n, 0n]
    for (const { account, amount } of event.postings) {
      const asset = assetOf(account)
      if (asset === 'USD') usd += amount
      else if (asset === 'TRX') trx += amount
      else usdt += amount
    }
    if (usd === 0n && trx === 0n && usdt === 0n) continue
    throw new AuditFault(`Journal ${event.no} of entry ${seq} doesn't add up to zero.`)
  }
}

/** A seal of a day, by the entry that made it. */
export type Seal = { readonly day: string; readonly sheet: string; readonly seq: number }

/** Applies the entries one by one, and checks each against its hashes and against the rules. */
export class Replay {
  readonly state = emptyState()
  readonly tree = growingTree(sha256)
  /** The number of lines of all entries, and the time of the last entry. */
  lines = 0
  lastAt = 0
  #income = new IncomeCount()
  #boards = countBoardAges()
  #monthKeys = new Map<string, Uint8Array>()
  /** An entry whose lines follow on the next line of the file. */
  #waiting: Parsed | null = null
  #seal: Seal | null = null

  addMonthKey(month: string, key: string): void {
    const bytes = base64.decode(key)
    const before = this.#monthKeys.get(month)
    if (before && !equal(before, bytes)) throw new AuditFault(`The file has two keys for ${month}.`)
    this.#monthKeys.set(month, bytes)
  }

  /** Adds an entry. If it has lines, they must follow next. */
  addEntry(line: Buffer): 'settled' | 'waits' {
    const entry = parseEntry(line, this.tree.size + 1)
    if (entry.at < this.lastAt)
      throw new AuditFault(`Entry ${entry.seq} is older than the previous one.`)
    this.tree.add(leafHash(sha256, line))
    if (entry.n === 0) this.#settle(entry, '[]')
    else this.#waiting = entry
    return this.#waiting ? 'waits' : 'settled'
  }

  addLines(line: Buffer): void {
    const entry = this.#waiting
    if (!entry) throw new AuditFault(`Lines without an entry follow entry ${this.tree.size}.`)
    this.#waiting = null
    this.#settle(entry, line.toString('utf8'))
  }

  requireSettled(): void {
    if (!this.#waiting) return
    throw new AuditFault(`The lines of entry ${this.#waiting.seq} are missing.`)
  }

  /** Returns the seal of the last added entry, once. */
  takeSeal(): Seal | null {
    const seal = this.#seal
    this.#seal = null
    return seal
  }

  describeIncome = (): Json => this.#income.describe(this.state)
  describeBoards = (day: string): Json => this.#boards.describe(day)

  #settle(entry: Parsed, shown: string): void {
    const { seq, at } = entry
    const events = this.#apply(entry)
    const ruled = linesOf(events)
    const key = this.#monthKeys.get(monthOf(at))
    if (!key) throw new AuditFault(`The key of the month of entry ${seq} is missing.`)
    if (shown !== JSON.stringify(ruled)) throw new AuditFault(explain(entry, shown, ruled, key))
    const { fx, n, salt } = entryOf(sha256, { ...entry, in: null }, ruled, key)
    if (fx !== entry.fx || n !== entry.n) {
      throw new AuditFault(`Entry ${seq} has another hash than that of its lines.`)
    }
    if (salt !== entry.salt) throw new AuditFault(`Entry ${seq} has another salt than its own.`)
    requireZeroSums(events, seq)
    this.#income.take(events, at, this.state)
    this.#boards.take(events, at, this.state)
    const seal = events.find((event) => event.event === 'day_sealed')
    this.#seal = seal ? { day: seal.day, sheet: seal.sheet, seq } : null
    this.lines += ruled.length
    this.lastAt = at
    if (seq % COMMIT_EVERY !== 0) return
    for (const each of [this.#income, this.#boards]) each.commit()
    commit(this.state)
  }

  #apply({ seq, at, kind, in: input }: Parsed): readonly LedgerEvent[] {
    const applied = tryApply(() => apply(this.state, toCommand(kind, input), at), seq)
    if (!('refusal' in applied)) return applied.events
    throw new AuditFault(`Entry ${seq} (${kind}) breaks the rules: ${applied.refusal.code}.`)
  }
}

function tryDecode(line: Buffer): unknown {
  try {
    return decode(line.toString('utf8'))
  } catch {
    return null
  }
}

/** The rules expect commands in the right shape, but an entry may contain anything. */
function tryApply<T>(work: () => T, seq: number): T {
  try {
    return work()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new AuditFault(`Entry ${seq} breaks the rules: ${why}.`)
  }
}
