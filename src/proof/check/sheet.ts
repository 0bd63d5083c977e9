/** The parts of a day's sheet that a verifier reads. */
import { readCanonical } from '../canonical.ts'
import { faultOf, type Fault } from '../note.ts'
import { has, isList, isText, isWhole } from '../shape.ts'
import { readBase64 } from '../tlog-proof.ts'

export type Sheet = {
  readonly day: string
  readonly origin: string
  /** The log as of the sheet. */
  readonly log: { readonly size: number; readonly root: Uint8Array }
  /** The hashes of the parts, in hexadecimal, by name. */
  readonly parts: ReadonlyMap<string, string>
  readonly previous: string | null
  /** The debts in dollars, and the number of members; null on sheets without them. */
  readonly owed: {
    readonly usd: string
    readonly members: number
    /** The number of members in each group of results, which the tree proves. */
    readonly groups: readonly unknown[]
  } | null
  /** Coins that aren't credited to anyone yet; null on sheets without them. */
  readonly unattributed: { readonly trx: string; readonly usdt: string } | null
  /** The SHA-256 of the verifiers of that day, by name. */
  readonly code: readonly (readonly [name: string, sha256: string])[]
}

const wrong = (field: string): Fault => faultOf('sheet_form', field)

export function readSheet(value: unknown): Sheet | Fault {
  if (!has(value, ['day', 'origin', 'log', 'parts', 'previous'])) return wrong('sheet')
  const { day, origin, log, parts, previous } = value
  if (!isText(day) || !isText(origin)) return wrong('sheet')
  if (previous !== null && !isText(previous)) return wrong('sheet.previous')
  if (!has(log, ['size', 'root']) || !isWhole(log.size) || !isText(log.root)) {
    return wrong('sheet.log')
  }
  const root = readBase64(log.root, 32)
  if (!root) return wrong('sheet.log.root')
  if (!has(parts, [])) return wrong('sheet.parts')
  const named = new Map<string, string>()
  for (const [name, hash] of Object.entries(parts)) {
    if (!isText(hash)) return wrong('sheet.parts')
    named.set(name, hash)
  }
  const more = { owed: readOwed(value), unattributed: readCoins(value), code: readCode(value) }
  return { day, origin, log: { size: log.size, root }, parts: named, previous, ...more }
}

function readCoins(sheet: object): Sheet['unattributed'] {
  if (!has(sheet, ['unattributed']) || !has(sheet.unattributed, ['trx', 'usdt'])) return null
  const { trx, usdt } = sheet.unattributed
  return isText(trx) && isText(usdt) ? { trx, usdt } : null
}

function readCode(sheet: object): Sheet['code'] {
  if (!has(sheet, ['code']) || !has(sheet.code, [])) return []
  return Object.entries(sheet.code).flatMap(([name, hash]): [string, string][] =>
    isText(hash) ? [[name, hash]] : [],
  )
}

function readOwed(sheet: object): Sheet['owed'] {
  if (!has(sheet, ['liabilities'])) return null
  const { liabilities } = sheet
  if (!has(liabilities, ['owed', 'members'])) return null
  const { owed, members } = liabilities
  const groups =
    has(liabilities, ['groups']) && isList(liabilities.groups) ? liabilities.groups : []
  return isText(owed) && isWhole(members) ? { usd: owed, members, groups } : null
}

/** Reads the sheet in a proof that was already checked. */
export function sheetOf(text: string): Sheet | null {
  const sheet = readSheet(readCanonical(text))
  return 'fault' in sheet ? null : sheet
}
