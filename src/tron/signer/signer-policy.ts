import type { Address } from '../encoding/address.ts'
import { openDepositKeys } from '../keys/deposit-keys.ts'
import { openSealed } from '../keys/house-key.ts'
import { mainnet } from '../encoding/networks.ts'
import { readPayoutFile, refuse } from './payout-file.ts'
import type { PayoutFile, PayoutOrder } from './payout-file.ts'
import { unpayableReason } from '../transaction/payable.ts'
import { DAY_MS, HOUR_MS } from '../../domain/time/time.ts'

/**
 * What the offline signer knows on its own, entered once by its operator. A file can't change it,
 * and a file outside the policy is refused before any key is read.
 */
export type SignerPolicy = {
  /** 64 hex digits. Only files sealed with this key are read. */
  housePublicKey: string
  /** The last bytes of block 0's id, such as `tron-2b6653dc`. */
  network: string
  usdtContract: Address
  /** Top-ups may only go to its addresses; null when this signer doesn't sign top-ups. */
  depositXpub: string | null
  /** The most any call may burn, whatever the file says. */
  maxFeeLimitSun: bigint
}

/** The main network's values, which nobody has to type. */
export const mainNetwork = {
  network: `tron-${mainnet.genesisId.slice(-8)}`,
  usdtContract: mainnet.usdtContract,
}

export const USUAL_FEE_LIMIT_SUN = 30_000_000n
/** A top-up covers one call plus this much for bandwidth. */
const BANDWIDTH_SUN = 2_000_000n
/** The signer has no clock synchronization: it may be this far behind. */
const CLOCK_SLACK_MS = HOUR_MS

declare const authentic: unique symbol
/** A payout file that the house sealed and the policy allows. Nothing else can be signed. */
export type AuthenticFile = PayoutFile & { readonly [authentic]: true }

export type OperatorInput = {
  /** For sweeps: the destination, from the operator and not from the file. */
  sweepTo?: Address
  nowMs: number
}

/**
 * Opens a payout file at the signer. Throws PayoutFileFault when the house didn't seal exactly
 * these bytes, or when anything in it is outside the policy.
 */
export function openPayoutFile(
  file: Uint8Array,
  policy: SignerPolicy,
  told: OperatorInput,
): AuthenticFile {
  const body = openSealed(file, policy.housePublicKey)
  if (body === undefined) {
    return refuse('the house did not seal this file: it was changed, or another key exported it')
  }
  const read = readPayoutFile(body)
  checkPolicy(read, policy, told)
  return read as AuthenticFile // only here, after the seal and the policy
}

function checkPolicy(file: PayoutFile, policy: SignerPolicy, told: OperatorInput): void {
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
  if (expirationMs <= timestampMs || expirationMs > timestampMs + DAY_MS) {
    refuse('expires more than 24 hours after it was made')
  }
  if (timestampMs > nowMs + CLOCK_SLACK_MS) refuse('made in the future: check the clock')
  if (timestampMs < nowMs - DAY_MS || expirationMs <= nowMs) {
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

type KindCheck = (policy: SignerPolicy, told: OperatorInput) => (order: PayoutOrder) => void

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
      if (amount > maxFeeLimitSun + BANDWIDTH_SUN) refuse(`${id}: more TRX than a call can burn`)
      if (reached.has(to)) refuse(`${id}: tops ${to} up twice`)
      reached.add(to)
    }
  },
}
