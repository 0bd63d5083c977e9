import type { Coin } from '../../domain/money/money.ts'
import type { Address } from '../../tron/encoding/address.ts'
import { transferCall } from '../../tron/encoding/contract-call.ts'
import { fromHex } from '../../tron/encoding/hex.ts'
import { joinSignatures, signTransaction } from '../../tron/transaction/signature.ts'
import { encodeRaw, type Contract } from '../../tron/transaction/transaction.ts'
import type { Chain } from './chain.ts'

type Known = Exclude<Contract, { type: 'other' }>

/** The account that holds everything at the start. It funds the faucet and the tests' contracts. */
export type Treasury = {
  payment(asset: Coin, to: Address, amount: bigint): Known
  call(contract: Address, data: Uint8Array, callValueSun: bigint): Known
  spam(to: Address, amount: bigint): Known
  /** A signed transaction, valid for an hour. */
  sign(contract: Known): Uint8Array
}

const VALID_MS = 3_600_000n

export function openTreasury(chain: Chain): Treasury {
  const { treasury: owner, treasuryKey, contracts } = chain.world
  let latestMs = 0

  const call = (contract: Address, data: Uint8Array, callValueSun: bigint): Known => ({
    type: 'TriggerSmartContract',
    owner,
    contract,
    callValueSun,
    data,
    callTokenValue: 0n,
    tokenId: 0n,
  })

  return {
    payment: (asset, to, amount) =>
      asset === 'TRX'
        ? { type: 'TransferContract', owner, to, amountSun: amount }
        : call(contracts.usdt, transferCall(to, amount), 0n),
    call,
    spam: (to, amount) => ({
      type: 'TransferAssetContract',
      assetName: '1005065',
      owner,
      to,
      amount,
    }),
    sign(contract) {
      const ref = Buffer.from(chain.solid().id, 'hex')
      // Two equal payments must be different transactions.
      latestMs = Math.max(Date.now(), latestMs + 1)
      const raw = encodeRaw({
        refBlockBytes: ref.subarray(6, 8),
        refBlockHash: ref.subarray(8, 16),
        expirationMs: BigInt(chain.head().timeMs) + VALID_MS,
        memo: new Uint8Array(),
        contract,
        permissionId: 0n,
        timestampMs: BigInt(latestMs),
        feeLimitSun: contract.type === 'TriggerSmartContract' ? 15_000_000_000n : 0n,
      })
      const signature = fromHex(signTransaction(raw, treasuryKey).signature) ?? new Uint8Array()
      return joinSignatures(raw, [signature])
    },
  }
}
