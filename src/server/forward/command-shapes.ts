/**
 * The fields of each command on the ledger port. The data comes from another process, so we check
 * all of it. Each reader returns a new object with exactly these fields, or undefined. The types
 * require a reader for every field of every kind of command.
 */
import type { Command, CommandKind, CommandOf } from '../../domain/ledger/command.ts'
import {
  PLANS,
  toCatalog,
  type Catalog,
  type Plan,
  type PlanTerms,
} from '../../domain/money/catalog.ts'
import { micros, rateE8, units } from '../../domain/money/money.ts'

/** Reads a value of parsed JSON; undefined if it has the wrong type. */
type Reader<T> = (value: unknown) => T | undefined
/** Optional fields have a reader of this form. */
type Optional<T> = { readonly optional: Reader<T> }
type Shape<C> = {
  readonly [F in Exclude<keyof C, 'kind'>]-?: undefined extends C[F]
    ? Optional<Exclude<C[F], undefined>>
    : Reader<C[F]>
}

/**
 * The end of the year 9999, in milliseconds: the latest time that both PostgreSQL and JavaScript
 * can write.
 */
const LAST_MS = 253_402_300_799_999
const MOST_TEXT = 2_000
const MOST_NAME = 200
const LEAST_INT8 = -(2n ** 63n)
const MOST_INT8 = 2n ** 63n - 1n
/** $1,000 for a coin. With the most coins of one command, the value still fits 64 bits. */
const MOST_RATE = 100_000_000_000n
/** All coins of the network, in millionths, with room to spare. */
const MOST_COINS = 1_000_000_000_000_000_000n

const int =
  (least: number, most: number): Reader<number> =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
      ? Number(value)
      : undefined

/** A row's number. The rules refuse numbers of rows that don't exist. */
const number = int(0, Number.MAX_SAFE_INTEGER)
const int4 = int(-(2 ** 31), 2 ** 31 - 1)
const time = int(0, LAST_MS)
const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

export const textOf =
  (most: number): Reader<string> =>
  (value) =>
    typeof value === 'string' && value.length <= most && isStorable(value) ? value : undefined
const text = textOf(MOST_TEXT)
const name = textOf(MOST_NAME)

const matching =
  (form: RegExp): Reader<string> =>
  (value) =>
    typeof value === 'string' && form.test(value) ? value : undefined

const oneOf =
  <const T extends string>(...values: readonly T[]): Reader<T> =>
  (value) =>
    values.find((each) => each === value)
const coin = oneOf('TRX', 'USDT')

const nullOr =
  <T>(reader: Reader<T>): Reader<T | null> =>
  (value) =>
    value === null ? null : reader(value)

const DIGITS = /^-?\d{1,19}$/
const amountOf =
  <T extends bigint>(unit: (value: bigint) => T, least: bigint, most: bigint): Reader<T> =>
  (value) => {
    if (typeof value !== 'string' || !DIGITS.test(value)) return undefined
    const read = BigInt(value)
    return read >= least && read <= most ? unit(read) : undefined
  }
const dollars = amountOf(micros, LEAST_INT8, MOST_INT8)
const limit = amountOf(micros, 0n, MOST_INT8)
const coins = amountOf(units, -MOST_COINS, MOST_COINS)
const burned = amountOf(units, 0n, MOST_COINS)
const rate = amountOf(rateE8, 1n, MOST_RATE)

const terms: Shape<PlanTerms> = {
  feeMicros: dollars,
  level1Micros: dollars,
  level2Micros: dollars,
  sponsorBonusMicros: dollars,
  reentries: int4,
}
const catalog: Reader<Catalog> = (value) => {
  if (!Array.isArray(value) || value.length > 5) return undefined
  return toCatalog(value.flatMap((each) => readShape<PlanTerms>(terms, each) ?? []))
}

const ending = {
  withdrawal: number,
  attempt: number,
  txid: name,
  feeSun: burned,
}

/** The rules refuse plans that are out of order or repeated. */
const somePlans: Reader<readonly Plan[]> = (value) => {
  if (!Array.isArray(value) || value.length > PLANS.length) return undefined
  const plans = value.flatMap((each) => PLANS.find((plan) => plan === each) ?? [])
  return plans.length === value.length ? plans : undefined
}

/** No other process submits this: the leader raises the rules itself. */
export type PortKind = Exclude<CommandKind, 'raise_rules'>

const shapes: { readonly [K in PortKind]: Shape<CommandOf<K>> } = {
  found: { catalog },
  register: { sponsor: number },
  import_member: {
    sponsor: number,
    plans: somePlans,
    side: nullOr((value) => ([0, 1] as const).find((each) => each === value)),
  },
  activate: { member: number, profile: number },
  set_auto_upgrade: { member: number, on: flag },
  set_suspended: { member: number, on: flag },
  open_deposit: {
    member: number,
    coin,
    amountMicros: dollars,
    feeMicros: dollars,
    cryptoUnits: coins,
    lockedE8: rate,
    expiresAt: time,
  },
  receive_transfer: {
    member: number,
    coin,
    network: name,
    txid: name,
    logIndex: int4,
    from: nullOr(name),
    to: name,
    amountUnits: coins,
    blockE8: rate,
    blockNumber: number,
    blockAt: time,
    attributable: flag,
    held: { optional: oneOf('contract', 'usdt_price', 'late_rate') },
  },
  expire_deposits: { blockAt: time },
  accept_transfer: { transfer: number, member: nullOr(number) },
  request_withdrawal: {
    member: number,
    amountMicros: dollars,
    address: name,
    holdUntilAt: time,
    payIn: { optional: coin },
    networkFeeMicros: { optional: dollars },
  },
  approve_withdrawal: {
    withdrawal: number,
    operator: name,
    revision: nullOr(number),
    payoutLimitMicros: limit,
    dayLimitMicros: limit,
  },
  reject_withdrawal: { withdrawal: number, reason: text },
  cancel_withdrawal: { withdrawal: number, member: number },
  send_withdrawal: {
    withdrawal: number,
    attempt: number,
    paidBy: oneOf('us', 'operator'),
    address: name,
    coin,
    sentUnits: coins,
    rateE8: rate,
    txid: name,
  },
  confirm_withdrawal: ending,
  fail_withdrawal: { ...ending, reason: text },
  withdraw_approvals: { operator: name, by: name, reason: text },
  propose_adjustment: {
    member: number,
    amountMicros: dollars,
    operator: name,
    reason: text,
    memberLimitMicros: { optional: limit },
    dayLimitMicros: { optional: limit },
  },
  approve_adjustment: { adjustment: number, operator: name },
  reject_adjustment: { adjustment: number, operator: name, reason: text },
  publish_catalog: { catalog, operator: name },
  book_network_fee: { feeSun: burned, txid: name },
  move_treasury: { coin, amountUnits: coins, reason: text },
  seal_day: { day: matching(/^\d{4}-\d\d-\d\d$/), sheet: matching(/^[0-9a-f]{64}$/) },
}

/**
 * The shapes as the loop below reads them. Iterating over a list of fields is cheaper than over an
 * object.
 */
type Field = readonly [name: string, reader: Reader<unknown>, isOptional: boolean]
const listed = new Map<object, readonly Field[]>()

const fieldsOf = (shape: object): readonly Field[] => {
  const known = listed.get(shape)
  if (known) return known
  const fields = Object.entries(shape).map(
    ([field, reader]: [string, Reader<unknown> | Optional<unknown>]): Field =>
      typeof reader === 'function' ? [field, reader, false] : [field, reader.optional, true],
  )
  listed.set(shape, fields)
  return fields
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readShape<T>(shape: object, value: unknown, kind?: CommandKind): T | undefined {
  if (!isRecord(value)) return undefined
  const read: Record<string, unknown> = kind === undefined ? {} : { kind }
  let count = kind === undefined ? 0 : 1
  for (const [field, reader, isOptional] of fieldsOf(shape)) {
    const raw = value[field]
    if (raw === undefined && isOptional) continue
    const part = reader(raw)
    if (part === undefined) return undefined
    read[field] = part
    count += 1
  }
  // An unknown field may matter to a newer version, and we can't run only half of a command.
  return Object.keys(value).length === count ? (read as T) : undefined // by the type of the shape
}

const isKind = (kind: unknown): kind is PortKind =>
  typeof kind === 'string' && Object.hasOwn(shapes, kind)

/** Reads a command from parsed JSON; undefined unless it has the shape of its kind. */
export function readCommand(value: unknown): Command | undefined {
  if (!isRecord(value) || !isKind(value.kind)) return undefined
  return readShape<Command>(shapes[value.kind], value, value.kind)
}
