import { hash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { fillFile, writeNewFile } from '../../terminal/new-file.ts'
import { parseAddress } from '../encoding/address.ts'
import { openDepositKeys } from '../keys/deposit-keys.ts'
import { isHousePublicKey } from '../keys/house-key.ts'
import { asInteger, asJson, asList, asText, smallInteger } from '../encoding/json.ts'
import { refuse } from './payout-file.ts'
import type { PayoutFile } from './payout-file.ts'
import { txidOf } from './sign-payouts.ts'
import { USUAL_FEE_LIMIT_SUN, type AuthenticFile, type SignerPolicy } from './signer-policy.ts'
import { HOUR_MS } from '../../domain/time/time.ts'

// The offline signer's own folder: its policy, and a log of what it signed.

const POLICY_FILE = 'policy.json'
const LOG_FILE = 'signed.jsonl'

/** Pins a policy. Throws when another one is pinned: an operator must remove it by hand first. */
export function pinPolicy(folder: string, policy: SignerPolicy): void {
  checkPinned(policy)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, POLICY_FILE)
  if (existsSync(path)) {
    throw new Error(`A policy is pinned in ${path}. To pin another one, remove that file first.`)
  }
  const { maxFeeLimitSun, ...rest } = policy
  const pinned = { ...rest, maxFeeLimitSun: maxFeeLimitSun.toString() }
  writeNewFile(path, `${JSON.stringify(pinned, null, 2)}\n`)
}

/** Reads the pinned policy. Throws when it is missing or damaged. */
export function readPolicy(folder: string): SignerPolicy {
  const path = join(folder, POLICY_FILE)
  if (!existsSync(path)) {
    throw new Error('This signer trusts no house key yet. Pin one with: npm run wallet -- trust')
  }
  const json = asJson(JSON.parse(readFileSync(path, 'utf8')))
  const contract = parseAddress(asText(json.usdtContract))
  if (!contract.ok) throw new Error(`${path}: usdtContract: ${contract.message}`)
  const policy = {
    housePublicKey: asText(json.housePublicKey),
    network: asText(json.network),
    usdtContract: contract.address,
    depositXpub: json.depositXpub === null ? null : asText(json.depositXpub),
    maxFeeLimitSun: asInteger(json.maxFeeLimitSun) ?? USUAL_FEE_LIMIT_SUN,
  }
  checkPinned(policy)
  return policy
}

/** A higher limit is a typing error: no USDT transfer has ever needed this much. */
const ABSURD_FEE_LIMIT_SUN = 200_000_000n

function checkPinned({ housePublicKey, network, depositXpub, maxFeeLimitSun }: SignerPolicy) {
  if (!isHousePublicKey(housePublicKey)) throw new Error('--house KEY has 64 hex digits')
  if (!/^tron-[0-9a-f]{8}$/.test(network)) throw new Error('--network must look like tron-2b6653dc')
  if (depositXpub !== null) openDepositKeys(depositXpub)
  if (maxFeeLimitSun < 1n || maxFeeLimitSun > ABSURD_FEE_LIMIT_SUN) {
    throw new Error('--fee-cap must be a number of TRX from 1 to 200')
  }
}

type Signed = {
  batch: string
  expirationMs: number
  /** `withdrawal/attempt` or the move's id, and the transaction signed for it. */
  orders: { key: string; txid: string }[]
}

const keyOf = ({ id, attempt }: PayoutFile['payouts'][number]): string =>
  attempt === undefined ? id : `${id}/${attempt}`

function readLog(folder: string): Signed[] {
  const path = join(folder, LOG_FILE)
  if (!existsSync(path)) return []
  const text = readFileSync(path, 'utf8')
  // A truncated line may be an attempt that was signed, so refuse to guess.
  if (text !== '' && !text.endsWith('\n')) throw new Error(`${path} ends in the middle of a line.`)
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line) => {
    const json = asJson(JSON.parse(line))
    const orders = asList(json.orders).map(asJson)
    return {
      batch: asText(json.batch),
      expirationMs: smallInteger(json.expirationMs),
      orders: orders.map(({ key, txid }) => ({ key: asText(key), txid: asText(txid) })),
    }
  })
}

/**
 * Throws when a file was already signed, or pays an attempt that was already signed with other
 * bytes: both could reach the chain. An operator can only pass this by naming the lost batches,
 * after their transactions have expired.
 */
export function refuseReplay(
  folder: string,
  file: PayoutFile,
  told: { lostBatches: readonly string[]; nowMs: number },
): void {
  const log = readLog(folder)
  if (log.some(({ batch }) => batch === file.batch)) {
    refuse(`batch ${file.batch} was signed before: its signed file is kept in ${folder}`)
  }
  if (file.kind !== 'payouts') return
  const overlaps = log.flatMap((earlier) => {
    const isDead = earlier.expirationMs + CLOCK_SLACK_MS < told.nowMs
    if (isDead && told.lostBatches.includes(earlier.batch)) return []
    const txids = new Map(earlier.orders.map(({ key, txid }) => [key, txid]))
    const twice = file.payouts.filter((order) => {
      const txid = txids.get(keyOf(order))
      return txid !== undefined && txid !== txidOf(file, order)
    })
    return twice.length > 0 ? [{ ...earlier, twice }] : []
  })
  if (overlaps.length === 0) return
  const which = overlaps.map(
    ({ batch, expirationMs, twice }) =>
      `${batch} (${named(twice)}), which ends at ${new Date(expirationMs).toISOString()}`,
  )
  const batches = overlaps.map(({ batch }) => batch)
  refuse(
    `withdrawals in this file were signed before: ${which.join('; ')}. If none of those ` +
      'transactions is on the chain, wait until an hour after the last batch ends, and add ' +
      `${batches.map((batch) => `--lost ${batch}`).join(' ')}. To pay the others before that, ` +
      'discard this file, and add ' +
      `${batches.map((batch) => `--without ${batch}`).join(' ')} to "npm run payouts -- export"`,
  )
}

/** `withdrawal 7, attempt 1`, or only the numbers if they are more than five. */
function named(orders: PayoutFile['payouts']): string {
  if (orders.length > 5) return `withdrawals ${orders.map(({ id }) => id).join(',')}`
  return orders.map(({ id, attempt }) => `withdrawal ${id}, attempt ${attempt}`).join('; ')
}

/** Without clock synchronization, a signed transaction counts as alive this much longer. */
const CLOCK_SLACK_MS = HOUR_MS

/**
 * Logs what is signed before anyone gets it, and keeps a copy of the signed file. Does both or
 * neither: on a full disk, nobody gets the signatures, so the file can be signed again.
 */
export function logSigned(folder: string, file: AuthenticFile, signedText: string): void {
  const { batch, kind, expirationMs } = file
  const orders = file.payouts.map((order) => ({ key: keyOf(order), txid: txidOf(file, order) }))
  const line = { at: new Date().toISOString(), batch, kind, expirationMs, orders }
  const path = join(folder, LOG_FILE)
  const log = openSync(path, 'a', 0o600)
  const { size } = fstatSync(log)
  try {
    fillFile(log, path, `${JSON.stringify(line)}\n`)
    const name = hash('sha256', batch).slice(0, 16)
    writeNewFile(join(folder, `signed-${name}.json`), signedText)
  } catch (error) {
    ftruncateSync(log, size)
    throw error
  } finally {
    closeSync(log)
  }
}

/** One signing at a time, because two wouldn't see each other's entries. */
export function inSigningLock<T>(folder: string, work: () => T): T {
  const path = join(folder, 'lock')
  try {
    writeNewFile(path, `${process.pid}\n`)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const other = `Another signing is under way. If none is, remove ${path}.`
    throw new Error(other, { cause: error })
  }
  try {
    return work()
  } finally {
    rmSync(path)
  }
}
