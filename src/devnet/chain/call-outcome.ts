import type { Address } from '../../tron/encoding/address.ts'
import type { InternalCall } from './scripted-calls.ts'
import type { ContractKind } from './world.ts'

export type Log = { contract: Address; topics: string[]; data: string }

export type Call = {
  contract: Address
  kind: ContractKind
  caller: Address
  callValueSun: bigint
  data: Uint8Array
  nowMs: number
  /** The block whose state a dry run uses. */
  blockNumber?: number
}

export type CallOutcome = {
  /** Undefined on success, else the text of the REVERT. */
  revert?: string
  energy: number
  /** The part of the energy due to the contract's dynamic factor. */
  penalty: number
  result: string
  logs: Log[]
  internalCalls: InternalCall[]
}

export const done = (
  energy: number,
  result: string,
  more: Partial<CallOutcome> = {},
): CallOutcome => ({ energy, penalty: 0, result, logs: [], internalCalls: [], ...more })

export const reverted = (revert: string): CallOutcome => done(5_000, '', { revert })
