import type { ColumnType, Generated } from 'kysely'
import type { Arrivals } from './money.ts'

// The tables of migrations 140 to 144 and 172: wallets of our own, sweeps, reconciliation.

type Now = ColumnType<Date, Date | undefined, Date>

export interface RetiredWallets {
  no: Generated<bigint>
  address: string
  role: string
  added_at: Date
  retired_at: Now
  retired_by: string
  reason: string
}

export interface OwnArrivals extends Omit<Arrivals, 'recorded_at'> {
  kept_at: Now
}

export interface SweepQuarantine {
  address: string
  asset: number
  reason: string
  since: Now
}

export interface FrozenAddresses {
  address: string
  found_at: Now
}

export interface AddressRetries {
  address: string
  failures: number
  retry_at: Date
  reason: string
  since: Now
}

export interface AddressPasses {
  no: Generated<bigint>
  started_at: Now
  finished_at: Date | null
  last_index: Generated<number>
  compared: Generated<number>
  differing: Generated<number>
}

/** Kept by triggers; nobody writes it. */
export interface AddressTotals {
  address: string
  asset: number
  units: bigint
}

export interface CustodyTables {
  address_totals: AddressTotals
  address_retries: AddressRetries
  address_passes: AddressPasses
  retired_wallets: RetiredWallets
  own_arrivals: OwnArrivals
  sweep_quarantine: SweepQuarantine
  frozen_addresses: FrozenAddresses
}
