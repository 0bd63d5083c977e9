import type { Address } from '../encoding/address.ts'
import { openDepositKeys } from '../keys/deposit-keys.ts'
import { openSealed } from '../keys/house-key.ts'
import { mainnet } from '../encoding/networks.ts'
import { PayoutFileFault, readPayoutFile } from './payout-file.ts'
import type { PayoutFile, PayoutOrder } from './payout-file.ts'
import { unpayableReason } from '../transaction/payable.ts'

/**
 * What the offline signer knows by itself, typed in once by its operator. A file can't change any
 * of it: whatever differs is refused before a key is touched.
 */
export type SignerPolicy = {
  /** 64 hex digits: only files sealed by this key are read. */
  housePublicKey: string
  /** The end of the id of block 0, as `tron-2b6653dc`. */
  network: string
  usdtContract: Address
  /** Top-ups go to its addresses and nowhere else; null where top-ups aren't signed. */
  depositXpub: string | null
  /** The most that any call may burn, whatever a file says. */
  maxFeeLimitSun: bigint
}

/** Contracts that need nobody's typing: the main network's USDT. */
export const mainNetwork = {
  network: `tron-${mainnet.genesisId.slice(-8)}`,
  usdtContract: mainnet.usdtContract,
}

export const usualFeeLimitSun = 30_000_000n
/** On top of one call, a top-up pays for bandwidth. */
const bandwidthSun = 2_000_000n
const dayMs = 24 * 3_600_000
/** How far the signer's clock, which nothing corrects, may be behind the product's. */
const clockSlackMs = 3_600_000

declare const authentic: unique symbol
/** A payout file that the house sealed and the policy allows: the only kind that can be signed. */
export type AuthenticFile = PayoutFile & { readonly [authentic]: true }

export type Told = {
  /** Sweeps: where the operator, not the file, says that the coins go. */
  sweepTo?: Address
  nowMs: number
}

const refuse = (text: string): never => {
  throw new PayoutFileFault(text)
}

/**
 * Opens a payout file at the signer. Throws PayoutFileFault when the house didn't seal exactly
 * these bytes, or when anything in it is outside the policy.
 */
export function openPayoutFile(file: Uint8Array, policy: SignerPolicy, told: Told): AuthenticFile {
  const body = openSealed(file, policy.housePublicKey)
  if (body === undefined) {
    return refuse('the house did not seal this file: it was changed, or another key exported it')
  }
  const read = readPayoutFile(body)
  checkPolicy(read, policy, told)
  return read as AuthenticFile
}

function checkPolicy(file: PayoutFile, policy: SignerPolicy, told: Told): void {
  const { network, usdtContract } = policy
  if (file.network !== network) refuse(`for ${file.network}; this signer signs for ${network}`)
  if (file.usdtContract !== usdtContract) {
    refuse(`token ${file.usdtContract} is not the pinned USDT contract ${usdtContract}`)
  }
  checkTimes(file, told.nowMs)
  const checkKind = kindChecks[file.kind](policy, told)
  for (const order of file.payouts) {
    checkFee(order, policy.maxFeeLimitSun)
    checkReceiver(order, usdtContract)
    checkKind(order)
  }
}

function checkTimes({ timestampMs, expirationMs }: PayoutFile, nowMs: number): void {
  if (expirationMs <= timestampMs || expirationMs > timestampMs + dayMs) {
    refuse('expires more than 24 hours after it was made')
  }
  if (timestampMs > nowMs + clockSlackMs) refuse('made in the future: check the clock')
  if (timestampMs < nowMs - dayMs || expirationMs <= nowMs) {
    refuse('an old file: export a new one, or check the clock')
  }
}

function checkFee({ id, asset, feeLimitSun }: PayoutOrder, mostSun: bigint): void {
  if (asset === 'TRX' ? feeLimitSun !== 0n : feeLimitSun < 1n || feeLimitSun > mostSun) {
    refuse(`${id}: a fee limit of ${feeLimitSun} sun; at most ${mostSun}, for USDT alone`)
  }
}

function checkReceiver({ id, from, to }: PayoutOrder, usdtContract: Address): void {
  if (from === to) refuse(`${id}: pays its own address`)
  const why = unpayableReason(to, usdtContract)
  if (why !== undefined) refuse(`${id}: nothing may be paid to ${to} (${why})`)
}

type KindCheck = (policy: SignerPolicy, told: Told) => (order: PayoutOrder) => void

const kindChecks: Record<PayoutFile['kind'], KindCheck> = {
  payouts: (_policy, { sweepTo }) => {
    if (sweepTo !== undefined) refuse('a file of payouts; --to is for sweeps')
    return ({ id, attempt, depositIndex, toIndex }) => {
      if (!/^[1-9]\d{0,9}$/.test(id) || attempt === undefined || attempt < 1) {
        refuse(`${id}: not an attempt at a withdrawal`)
      }
      if (depositIndex !== undefined || toIndex !== undefined) refuse(`${id}: not a payout`)
    }
  },
  sweeps: (_policy, { sweepTo }) => {
    if (sweepTo === undefined) refuse('a file of sweeps: type where they must go (--to T…)')
    const swept = new Set<string>()
    return ({ id, asset, from, to, depositIndex, attempt, toIndex }) => {
      if (depositIndex === undefined || attempt !== undefined || toIndex !== undefined) {
        refuse(`${id}: not a sweep`)
      }
      if (to !== sweepTo) refuse(`${id}: goes to ${to}, not to ${sweepTo}`)
      if (swept.has(`${asset} ${from}`)) refuse(`${id}: sweeps ${from} twice`)
      swept.add(`${asset} ${from}`)
    }
  },
  top_ups: ({ depositXpub, maxFeeLimitSun }, { sweepTo }) => {
    if (sweepTo !== undefined) refuse('a file of top-ups; --to is for sweeps')
    if (depositXpub === null) return refuse('this signer knows no xpub to check top-ups against')
    const { addressAt } = openDepositKeys(depositXpub)
    const reached = new Set<Address>()
    return ({ id, asset, to, toIndex, amount, attempt, depositIndex }) => {
      if (asset !== 'TRX' || attempt !== undefined || depositIndex !== undefined) {
        refuse(`${id}: not a top-up`)
      }
      if (toIndex === undefined || addressAt(toIndex) !== to) {
        refuse(`${id}: ${to} is not our deposit address`)
      }
      if (amount > maxFeeLimitSun + bandwidthSun) refuse(`${id}: more TRX than a call can burn`)
      if (reached.has(to)) refuse(`${id}: tops ${to} up twice`)
      reached.add(to)
    }
  },
}
