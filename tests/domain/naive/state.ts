/** The independent model's state: plain lists and maps, and its money movements. */
import type { Catalog } from '../../../src/domain/money/catalog.ts'
import type { Coin } from '../../../src/domain/money/money.ts'

export type NaiveMember = {
  no: number
  sponsor: NaiveMember | null
  suspended: boolean
  autoUpgrade: boolean
}

export type NaiveProfile = {
  no: number
  owner: NaiveMember
  plan: number
  version: number
  origin: string
  from: number | null
  /** Nobody paid for it here. */
  imported: boolean
  /** Its activation number across all plans; 0 while inactive. */
  turn: number
  parent: NaiveProfile | null
  left: NaiveProfile | null
  right: NaiveProfile | null
}

type NaiveApproval = {
  operator: string
  day: number
  micros: bigint
  of: NaiveWithdrawal
  attempt: number
}

export type Naive = {
  members: NaiveMember[]
  profiles: NaiveProfile[]
  catalogs: Catalog[]
  /** By account name. A missing account is zero. */
  balances: Map<string, bigint>
  requests: NaiveRequest[]
  transfers: NaiveTransfer[]
  withdrawals: NaiveWithdrawal[]
  adjustments: NaiveAdjustment[]
  /** Those that count against the operators' daily limits. */
  approvals: NaiveApproval[]
  sealed: string[]
  turns: number
  rules: number
}

export const emptyNaive = (): Naive => ({
  members: [],
  profiles: [],
  catalogs: [],
  balances: new Map(),
  requests: [],
  transfers: [],
  withdrawals: [],
  adjustments: [],
  approvals: [],
  sealed: [],
  turns: 0,
  rules: 1,
})

export const walletName = (member: number): string => `member:wallet ${member}`
export const heldName = (member: number): string => `member:withdrawing ${member}`
export const balanceIn = (naive: Naive, name: string): bigint => naive.balances.get(name) ?? 0n

/** Moves money between accounts. The amounts of one call belong to one event. */
export function move(naive: Naive, ...entries: [name: string, amount: bigint][]): void {
  for (const [name, amount] of entries) {
    const balance = balanceIn(naive, name) + amount
    if (name.startsWith('member:') && balance < 0n) throw new Error(`${name} below zero`)
    naive.balances.set(name, balance)
  }
}

export const memberNo = (naive: Naive, no: number): NaiveMember | undefined => naive.members[no - 1]

export function addProfile(
  naive: Naive,
  owner: NaiveMember,
  plan: number,
  origin: string,
  from: number | null,
  imported = false,
): NaiveProfile {
  const profile: NaiveProfile = {
    no: naive.profiles.length + 1,
    owner,
    plan,
    version: naive.catalogs.length,
    origin,
    from,
    imported,
    turn: 0,
    parent: null,
    left: null,
    right: null,
  }
  naive.profiles.push(profile)
  return profile
}

export type NaiveRequest = {
  member: number
  coin: Coin
  feeMicros: bigint
  units: bigint
  rate: bigint
  openedAt: number
  expiresAt: number
  state: 'open' | 'credited' | 'expired' | 'replaced'
  creditedMicros: bigint | null
}

export type NaiveTransfer = {
  member: number
  coin: Coin
  units: bigint
  rate: bigint
  state: 'credited' | 'unattributed' | 'accepted' | 'too_small' | 'dust'
  /** The request that it matched, or whose amount it missed. */
  request: NaiveRequest | null
  creditedMicros: bigint | null
}

export type NaiveWithdrawal = {
  member: number
  micros: bigint
  networkFee: bigint
  address: string
  payIn: Coin
  state: 'pending' | 'approved' | 'sent' | 'confirmed' | 'rejected' | 'cancelled'
  revision: number
  holdUntilAt: number
  attempt: number
  approvedBy: string[]
  sent: { coin: Coin; units: bigint; txid: string } | null
}

export type NaiveAdjustment = {
  member: number
  micros: bigint
  by: string
  ended: boolean
  /** When one operator was enough; null if two are required. */
  aloneAt: number | null
}
