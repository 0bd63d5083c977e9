/** Checks every row of a file. For each bad cell, it reports what is wrong and what to do. */
import type { z } from 'zod'
import { email, newUsername } from '../../../contract/fields/fields.ts'
import { languages, type Language } from '../../../contract/fields/languages.ts'
import type { ImportColumn } from '../../../contract/fields/limits.ts'
import { reservedUsernames } from '../../../contract/fields/reserved-usernames.ts'
import { readIssue, text, type Text } from '../../../contract/texts/texts.ts'
import { PLAN_LETTERS, PLAN_NAMES, PLANS, type Plan } from '../../../domain/money/catalog.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import type { TakenNames } from './taken-names.ts'
import type { CsvRow } from './read-csv.ts'

type Problem = {
  readonly line: number
  /** Null for an error of the whole row. */
  readonly column: ImportColumn | null
  readonly value: string
  readonly text: Text
}

/** A member to import. */
export type ImportRow = {
  readonly line: number
  readonly username: string
  readonly email: string
  /** The sponsor's username; null for the company. */
  readonly sponsor: string | null
  /** The sponsor's number; null for a sponsor in the same file. */
  readonly sponsorNo: number | null
  readonly plans: readonly Plan[]
  readonly side: 0 | 1 | null
  readonly language: Language
}

export type CheckedRows = {
  readonly rows: readonly ImportRow[]
  readonly problems: readonly Problem[]
}

/** For each cell, its value or its error. */
type Cell<T> = { readonly value: T } | { readonly fault: Text }

const key = (name: string): string => name.toLowerCase()

function readWith<T>(schema: z.ZodType<T>, cell: string): Cell<T> {
  const read = schema.safeParse(cell)
  if (read.success) return { value: read.data }
  return { fault: readIssue(read.error.issues[0]?.message ?? '') }
}

const namesOf = (plan: Plan): string[] => [PLAN_LETTERS[plan], PLAN_NAMES[plan]].map(key)

function readPlans(cell: string): Cell<readonly Plan[]> {
  const names = cell.split(/[\s,;|/+]+/).filter((name) => name !== '')
  const plans = names.flatMap((name) => {
    return PLANS.find((plan) => namesOf(plan).includes(key(name))) ?? []
  })
  if (plans.length < names.length) return { fault: text('import_plan_unknown') }
  if (new Set(plans).size < plans.length) return { fault: text('import_plan_twice') }
  return { value: plans.toSorted((one, other) => one - other) }
}

const SIDES: Readonly<Record<string, 0 | 1 | null>> = {
  '': null,
  l: 0,
  left: 0,
  izquierda: 0,
  r: 1,
  right: 1,
  derecha: 1,
}

function readSide(cell: string): Cell<0 | 1 | null> {
  const value = SIDES[key(cell)]
  return value === undefined ? { fault: text('choose_side') } : { value }
}

function readLanguage(cell: string, otherwise: Language): Cell<Language> {
  const value = cell === '' ? otherwise : languages.find((each) => each === key(cell))
  return value ? { value } : { fault: text('import_language', { languages: languages.join(', ') }) }
}

/** The rows by username; the first one if there are several. */
function byName(rows: readonly CsvRow[]): Map<string, CsvRow> {
  const found = new Map<string, CsvRow>()
  for (const row of rows) {
    const name = key(row.cells.username ?? '')
    if (!found.has(name)) found.set(name, row)
  }
  return found
}

/** The usernames whose sponsors form a cycle. */
function findCycles(rows: ReadonlyMap<string, CsvRow>): Set<string> {
  const cyclic = new Set<string>()
  const ended = new Set<string>()
  for (const start of rows.keys()) {
    const path = new Set<string>()
    let name = start
    while (rows.has(name) && !ended.has(name) && !path.has(name)) {
      path.add(name)
      name = key(rows.get(name)?.cells.sponsor ?? '')
    }
    const all = [...path]
    if (path.has(name)) for (const each of all.slice(all.indexOf(name))) cyclic.add(each)
    for (const each of all) ended.add(each)
  }
  return cyclic
}

type Seen = {
  readonly known: TakenNames
  readonly named: ReadonlyMap<string, CsvRow>
  readonly mailed: Map<string, number>
  readonly cyclic: ReadonlySet<string>
  readonly language: Language
}

function checkUsername({ line, cells }: CsvRow, { known, named }: Seen): Cell<string> {
  const read = readWith(newUsername, cells.username ?? '')
  if ('fault' in read) return read
  const name = key(read.value)
  const first = named.get(name)?.line
  if (first !== undefined && first !== line) {
    return { fault: text('import_duplicate', { row: first }) }
  }
  const isTaken = known.usernames.has(name) || reservedUsernames.includes(name)
  return isTaken ? { fault: text('import_username_taken') } : read
}

function checkEmail({ line, cells }: CsvRow, { known, mailed }: Seen): Cell<string> {
  const read = readWith(email, cells.email ?? '')
  if ('fault' in read) return read
  const address = key(read.value)
  const first = mailed.get(address)
  if (first !== undefined) return { fault: text('import_duplicate', { row: first }) }
  mailed.set(address, line)
  return known.emails.has(address) ? { fault: text('import_email_taken') } : read
}

type Sponsor = Pick<ImportRow, 'sponsor' | 'sponsorNo'>

function checkSponsor({ cells }: CsvRow, { known, named, cyclic }: Seen): Cell<Sponsor> {
  const sponsor = cells.sponsor ?? ''
  if (sponsor === '') return { value: { sponsor: null, sponsorNo: HOUSE } }
  if (cyclic.has(key(cells.username ?? ''))) return { fault: text('import_sponsor_circle') }
  const sponsorNo = known.members.get(key(sponsor)) ?? null
  if (sponsorNo === null && !named.has(key(sponsor))) {
    return { fault: text('import_sponsor_unknown') }
  }
  return { value: { sponsor, sponsorNo } }
}

/**
 * Checks rows against each other and against existing members.
 * @param language of members whose row names none
 */
export function checkRows(
  rows: readonly CsvRow[],
  known: TakenNames,
  language: Language,
): CheckedRows {
  const named = byName(rows)
  const seen = {
    known,
    named,
    mailed: new Map<string, number>(),
    cyclic: findCycles(named),
    language,
  }
  const problems: Problem[] = []
  const good = rows.flatMap((row): ImportRow[] => {
    const found = checkRow(row, seen)
    if (!('faults' in found)) return [found]
    problems.push(...found.faults)
    return []
  })
  return { rows: good, problems }
}

function checkRow(row: CsvRow, seen: Seen): ImportRow | { readonly faults: readonly Problem[] } {
  const { line, cells, wrongCount } = row
  if (wrongCount !== null) {
    const said = text('import_cells', { count: wrongCount, expected: Object.keys(cells).length })
    return { faults: [{ line, column: null, value: '', text: said }] }
  }
  const username = checkUsername(row, seen)
  const address = checkEmail(row, seen)
  const sponsor = checkSponsor(row, seen)
  const plans = readPlans(cells.plans ?? '')
  const side = readSide(cells.side ?? '')
  const spoken = readLanguage(cells.language ?? '', seen.language)
  const all = { username, email: address, sponsor, plans, side, language: spoken }
  const faults = Object.entries(all).flatMap(([column, cell]): Problem[] => {
    if (!('fault' in cell)) return []
    const name = column as keyof typeof all // its own keys
    return [{ line, column: name, value: (cells[name] ?? '').slice(0, 80), text: cell.fault }]
  })
  const isGood = 'value' in username && 'value' in address && 'value' in sponsor
  if (!isGood || !('value' in plans && 'value' in side && 'value' in spoken)) return { faults }
  return {
    line,
    username: username.value,
    email: address.value,
    ...sponsor.value,
    plans: plans.value,
    side: side.value,
    language: spoken.value,
  }
}
