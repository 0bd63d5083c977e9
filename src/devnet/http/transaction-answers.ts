import { addressHex, evmBytes, type Address } from '../../tron/encoding/address.ts'
import { toHex } from '../../tron/encoding/hex.ts'
import type { Json } from '../../tron/encoding/json.ts'
import type { Contract, RawTransaction } from '../../tron/transaction/transaction.ts'
import type { Included } from '../chain/block.ts'
import type { Execution } from '../chain/execute.ts'
import { internalHash, type InternalCall } from '../chain/scripted-calls.ts'

/** A node's answers about transactions, in its own spelling. Zeros are omitted. */

/** `visible` asks for base58 addresses and plain text instead of hex. */
export type Form = { visible: boolean }

export const writeAddress = (address: Address, { visible }: Form): string =>
  visible ? address : addressHex(address)

export const writeMessage = (text: string, { visible }: Form): string =>
  visible ? text : toHex(new TextEncoder().encode(text))

/** JSON numbers as nodes write them. All amounts on this network are below 2^53. */
const number = (value: bigint | number): number => Number(value)

/** Omits zero, empty, and false values, as protobuf's JSON does. */
export function compact(fields: Json): Json {
  const kept = Object.entries(fields).filter(
    ([, value]) => value !== 0 && value !== '' && value !== undefined && value !== false,
  )
  return Object.fromEntries(kept)
}

function writeContract(contract: Contract, form: Form): Json {
  if (contract.type === 'other') return {}
  const owner_address = writeAddress(contract.owner, form)
  switch (contract.type) {
    case 'TransferContract':
      return compact({
        amount: number(contract.amountSun),
        owner_address,
        to_address: writeAddress(contract.to, form),
      })
    case 'TransferAssetContract':
      return compact({
        amount: number(contract.amount),
        asset_name: writeMessage(contract.assetName, form),
        owner_address,
        to_address: writeAddress(contract.to, form),
      })
    case 'TriggerSmartContract':
      return compact({
        data: toHex(contract.data),
        owner_address,
        contract_address: writeAddress(contract.contract, form),
        call_value: number(contract.callValueSun),
        call_token_value: number(contract.callTokenValue),
        token_id: number(contract.tokenId),
      })
  }
}

export function writeRaw(decoded: RawTransaction, form: Form): Json {
  const { contract } = decoded
  const type = contract.type === 'other' ? contract.name : contract.type
  const value = writeContract(contract, form)
  return compact({
    contract: [
      compact({
        parameter: { value, type_url: `type.googleapis.com/protocol.${type}` },
        type,
        Permission_id: number(decoded.permissionId),
      }),
    ],
    ref_block_bytes: toHex(decoded.refBlockBytes),
    ref_block_hash: toHex(decoded.refBlockHash),
    data: form.visible ? new TextDecoder().decode(decoded.memo) : toHex(decoded.memo),
    expiration: number(decoded.expirationMs),
    fee_limit: number(decoded.feeLimitSun),
    timestamp: number(decoded.timestampMs),
  })
}

/** `gettransactionbyid`. */
export const writeTransaction = (included: Included, form: Form): Json => ({
  ret: [{ contractRet: included.execution.contractRet }],
  ...writeUnpacked(included, form),
})

/** A pending transaction has no `ret`. */
export const writeUnpacked = (
  transaction: Pick<Included, 'signatures' | 'txid' | 'raw' | 'decoded'>,
  form: Form,
): Json => ({
  ...(transaction.signatures.length > 0 ? { signature: transaction.signatures.map(toHex) } : {}),
  txID: transaction.txid,
  raw_data: writeRaw(transaction.decoded, form),
  raw_data_hex: toHex(transaction.raw),
})

/** `gettransactioninfobyid`. A TRX transfer's receipt has no result. */
export function writeReceipt(included: Included, form: Form): Json {
  const { execution, txid, block } = included
  const failed = execution.contractRet !== 'SUCCESS'
  const { contractAddress, logs, internalCalls } = execution
  return compact({
    id: txid,
    fee: number(execution.feeSun),
    blockNumber: block?.number ?? 0,
    blockTimeStamp: block?.timeMs ?? 0,
    contractResult: [execution.result],
    contract_address: contractAddress && writeAddress(contractAddress, form),
    receipt: compact({
      energy_usage: execution.energyUsage,
      energy_fee: number(execution.energyFeeSun),
      energy_usage_total: execution.energyUsed,
      net_usage: execution.netUsage,
      net_fee: number(execution.netFeeSun),
      result: contractAddress && execution.contractRet,
      energy_penalty_total: execution.energyPenalty,
    }),
    result: failed ? 'FAILED' : undefined,
    resMessage: failed ? writeMessage(execution.revert ?? '', form) : undefined,
    log: logs.length > 0 ? logs.map((log) => writeLog(log, form)) : undefined,
    internal_transactions:
      internalCalls.length > 0
        ? internalCalls.map((call, at) => writeCall(call, internalHash(txid, at), form))
        : undefined,
  })
}

// Logs contain the virtual machine's 20 bytes; `visible` only rewrites the address.
const writeLog = (log: Execution['logs'][number], { visible }: Form): Json =>
  compact({
    address: visible ? log.contract : toHex(evmBytes(log.contract)),
    topics: log.topics,
    data: log.data,
  })

const writeCall = (call: InternalCall, hash: string, form: Form): Json => ({
  hash,
  caller_address: writeAddress(call.from, form),
  transferTo_address: writeAddress(call.to, form),
  // The first item is always the TRX, even if zero; tokens follow.
  callValueInfo: [
    compact({ callValue: number(call.valueSun) }),
    ...(call.token
      ? [compact({ callValue: number(call.token.amount), tokenId: call.token.id })]
      : []),
  ],
  // The text is hex in both forms.
  note: writeMessage(call.note, { visible: false }),
  ...(call.rejected ? { rejected: true } : {}),
})
