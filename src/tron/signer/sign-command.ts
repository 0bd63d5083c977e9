import { PUBLIC_MODE, writeNewFile } from '../../terminal/new-file.ts'
import { parseAddress, type Address } from '../encoding/address.ts'
import { writeSignedFile, type PayoutFile, type PayoutOrder } from './payout-file.ts'
import { depositKeyAt, openAccount, readPrivateKey } from '../keys/secret-keys.ts'
import { readTravelFile } from './read-file.ts'
import { signPayouts, type KeyOf } from './sign-payouts.ts'
import { addressOfKey } from '../transaction/signature.ts'
import { openPayoutFile } from './signer-policy.ts'
import { inSigningLock, logSigned, readPolicy, refuseReplay } from './signer-store.ts'

export type SignCommand = {
  /** The signer's own folder. */
  folder: string
  payouts: string
  out: string
  /** For sweeps: the destination, typed by the operator. */
  to?: string
  /** Batches that were signed, lost, and never imported. */
  lost: readonly string[]
  secret: { kind: 'words' | 'key'; read(): string }
}

/** Shows what will be signed and returns whether the operator agrees. */
export type Confirm = (summary: string, phrase: string) => Promise<boolean>

/**
 * Signs a payout file offline. It checks everything against the signer's own policy and log, shows
 * a summary, and asks for confirmation before it reads any key. Returns the text to print.
 * @throws PayoutFileFault when the file is refused
 */
export async function signCommand(command: SignCommand, confirm: Confirm): Promise<string> {
  const { folder, lost } = command
  const policy = readPolicy(folder)
  const told = { nowMs: Date.now(), lostBatches: lost }
  const sweepTo = command.to === undefined ? {} : { sweepTo: typedAddress(command.to) }
  const file = openPayoutFile(readTravelFile(command.payouts), policy, { ...told, ...sweepTo })
  refuseReplay(folder, file, told)
  const phrase = `sign ${file.payouts.length}`
  if (!(await confirm(summarize(file), phrase))) throw new Error('Nothing was signed.')
  return inSigningLock(folder, () => {
    refuseReplay(folder, file, told)
    const signed = signPayouts(file, keysFor(command.secret))
    const text = writeSignedFile(signed)
    logSigned(folder, file, text)
    // Never overwrite a file: it may hold signatures that were already sent.
    writeNewFile(command.out, text, PUBLIC_MODE)
    return `Signed ${signed.payouts.length} transactions into ${command.out}.`
  })
}

function typedAddress(text: string): Address {
  const reading = parseAddress(text)
  if (!reading.ok) throw new Error(`--to: ${reading.message}`)
  return reading.address
}

function keysFor(secret: SignCommand['secret']): KeyOf {
  if (secret.kind === 'key') {
    const key = readPrivateKey(secret.read())
    const address = addressOfKey(key)
    return ({ from }) => (from === address ? key : undefined)
  }
  const account = openAccount(secret.read())
  return ({ depositIndex }) =>
    depositIndex === undefined ? undefined : depositKeyAt(account, depositIndex)
}

const kindTexts: Record<PayoutFile['kind'], string> = {
  payouts: 'Payouts to members',
  sweeps: 'Sweeps of deposit addresses',
  top_ups: 'TRX for deposit addresses',
}

/** The summary an operator reads before signing. */
function summarize(file: PayoutFile): string {
  const { payouts } = file
  const largest = payouts.reduce((most, order) => (order.amount > most.amount ? order : most))
  const feesSun = payouts.reduce((sum, { feeLimitSun }) => sum + feeLimitSun, 0n)
  return [
    `${kindTexts[file.kind]}, batch ${file.batch}`,
    `Network ${file.network}, USDT contract ${file.usdtContract}`,
    `Made ${iso(file.timestampMs)}, expires ${iso(file.expirationMs)}`,
    '',
    `Count:        ${payouts.length}`,
    ...totalsOf(payouts).map((total) => `Total:        ${total}`),
    `Largest:      ${decimal(largest.amount)} ${largest.asset} to ${largest.to}`,
    `Highest fees: ${decimal(feesSun)} TRX for USDT calls`,
    '',
    'Destinations:',
    ...destinationsOf(payouts),
  ].join('\n')
}

const iso = (timeMs: number): string => new Date(timeMs).toISOString()

function totalsOf(orders: readonly PayoutOrder[]): string[] {
  const coins = ['TRX', 'USDT'] as const
  return coins.flatMap((coin) => {
    const total = orders.reduce(
      (sum, { asset, amount }) => (asset === coin ? sum + amount : sum),
      0n,
    )
    return total > 0n ? [`${decimal(total)} ${coin}`] : []
  })
}

function destinationsOf(orders: readonly PayoutOrder[]): string[] {
  const byReceiver = Map.groupBy(orders, ({ to }) => to)
  return [...byReceiver].map(([to, paid]) => {
    const ids = paid.length > 5 ? `${paid.length} transfers` : paid.map(({ id }) => id).join(', ')
    return `  ${to}  ${totalsOf(paid).join(' + ')}  (${ids})`
  })
}

function decimal(amount: bigint): string {
  const digits = amount.toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}
