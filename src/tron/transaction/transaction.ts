import { sha256 } from '@noble/hashes/sha2.js'
import { addressBytes, addressFromBytes, type Address } from '../encoding/address.ts'
import { toHex } from '../encoding/hex.ts'
import { bytesField, int64Field, messageField, ProtobufFault } from '../encoding/protobuf.ts'
import { readFields, writeFields } from '../encoding/protobuf.ts'

/** A transaction's contract. Types we don't handle keep their name and aren't errors. */
export type Contract =
  | { type: 'TransferContract'; owner: Address; to: Address; amountSun: bigint }
  | {
      type: 'TransferAssetContract'
      assetName: string
      owner: Address
      to: Address
      amount: bigint
    }
  | {
      type: 'TriggerSmartContract'
      owner: Address
      contract: Address
      callValueSun: bigint
      data: Uint8Array
      callTokenValue: bigint
      tokenId: bigint
    }
  /** `owner` is the sender: whatever the type, the chain requires this account's signature. */
  | { type: 'other'; name: string; owner: Address | undefined }

export type RawTransaction = {
  refBlockBytes: Uint8Array
  refBlockHash: Uint8Array
  expirationMs: bigint
  memo: Uint8Array
  contract: Contract
  permissionId: bigint
  /** From the sender's clock, or 0. It proves no time. */
  timestampMs: bigint
  feeLimitSun: bigint
}

/** The bytes are protobuf, but not a transaction that could be on the chain. */
class TransactionFault extends Error {
  override name = 'TransactionFault'
}

const TYPE_URL_PREFIX = 'type.googleapis.com/protocol.'
const contractNumbers = {
  TransferContract: 1n,
  TransferAssetContract: 2n,
  TriggerSmartContract: 31n,
} as const
const text = new TextDecoder()
const bytesOfText = (value: string) => new TextEncoder().encode(value)

/** The transaction id: SHA-256 of the raw bytes, 64 lowercase hex digits. */
export const transactionId = (raw: Uint8Array): string => toHex(sha256(raw))

/** Decodes `raw_data`. Throws ProtobufFault or TransactionFault. Source: TRON's Tron.proto. */
export function decodeRaw(raw: Uint8Array): RawTransaction {
  const fields = readFields(raw)
  const contracts = fields.filter((field) => field.number === 11)
  const only = contracts[0]?.value
  if (contracts.length !== 1 || only === undefined || typeof only === 'bigint') {
    throw new TransactionFault(`${contracts.length} contracts instead of one`)
  }
  const contractFields = readFields(only)
  return {
    refBlockBytes: bytesField(fields, 1),
    refBlockHash: bytesField(fields, 4),
    expirationMs: int64Field(fields, 8),
    memo: bytesField(fields, 10),
    contract: decodeContract(contractFields),
    permissionId: int64Field(contractFields, 5),
    timestampMs: int64Field(fields, 14),
    feeLimitSun: int64Field(fields, 18),
  }
}

function decodeContract(fields: ReturnType<typeof readFields>): Contract {
  const number = int64Field(fields, 1)
  const any = readFields(messageField(fields, 2))
  const url = text.decode(bytesField(any, 1))
  const name = url.slice(url.lastIndexOf('.') + 1)
  const value = readFields(bytesField(any, 2))
  // The number selects the chain's rule, the name selects the message. Nodes refuse a transaction
  // when they differ, so we read neither.
  if (name === 'TransferContract' && number === contractNumbers[name]) {
    const amountSun = amountField(value, 3)
    return { type: name, owner: addressField(value, 1), to: addressField(value, 2), amountSun }
  }
  if (name === 'TransferAssetContract' && number === contractNumbers[name]) {
    const assetName = text.decode(bytesField(value, 1))
    const [owner, to] = [addressField(value, 2), addressField(value, 3)]
    return { type: name, assetName, owner, to, amount: amountField(value, 4) }
  }
  if (name === 'TriggerSmartContract' && number === contractNumbers[name]) {
    return {
      type: name,
      owner: addressField(value, 1),
      contract: addressField(value, 2),
      callValueSun: amountField(value, 3),
      data: bytesField(value, 4),
      callTokenValue: amountField(value, 5),
      tokenId: int64Field(value, 6),
    }
  }
  return { type: 'other', name: name || `type ${number}`, owner: ownerField(value) }
}

/** The owner is field 1 of every contract except three, which have a name there. */
function ownerField(value: ReturnType<typeof readFields>): Address | undefined {
  for (const number of [1, 2]) {
    const bytes = value.findLast((field) => field.number === number)?.value
    const address = bytes instanceof Uint8Array ? addressFromBytes(bytes) : undefined
    if (address !== undefined) return address
  }
  return undefined
}

function addressField(fields: ReturnType<typeof readFields>, number: number): Address {
  const address = addressFromBytes(bytesField(fields, number))
  if (address === undefined) throw new ProtobufFault(`field ${number} is not an address`)
  return address
}

function amountField(fields: ReturnType<typeof readFields>, number: number): bigint {
  const amount = int64Field(fields, number)
  if (amount < 0n) throw new TransactionFault(`field ${number} is negative`)
  return amount
}

function encodeContract(contract: Exclude<Contract, { type: 'other' }>): Uint8Array {
  const owner = addressBytes(contract.owner)
  switch (contract.type) {
    case 'TransferContract':
      return writeFields([
        [1, owner],
        [2, addressBytes(contract.to)],
        [3, contract.amountSun],
      ])
    case 'TransferAssetContract':
      return writeFields([
        [1, bytesOfText(contract.assetName)],
        [2, owner],
        [3, addressBytes(contract.to)],
        [4, contract.amount],
      ])
    case 'TriggerSmartContract':
      return writeFields([
        [1, owner],
        [2, addressBytes(contract.contract)],
        [3, contract.callValueSun],
        [4, contract.data],
        [5, contract.callTokenValue],
        [6, contract.tokenId],
      ])
  }
}

/** Encodes `raw_data` byte for byte like TRON's own encoder. Throws TransactionFault on 'other'. */
export function encodeRaw(transaction: RawTransaction): Uint8Array {
  const { contract } = transaction
  if (contract.type === 'other') throw new TransactionFault(`cannot write a ${contract.name}`)
  const any = writeFields([
    [1, bytesOfText(TYPE_URL_PREFIX + contract.type)],
    [2, encodeContract(contract)],
  ])
  const wrapped = writeFields([
    [1, contractNumbers[contract.type]],
    [2, any],
    [5, transaction.permissionId],
  ])
  return writeFields([
    [1, transaction.refBlockBytes],
    [4, transaction.refBlockHash],
    [8, transaction.expirationMs],
    [10, transaction.memo],
    [11, wrapped],
    [14, transaction.timestampMs],
    [18, transaction.feeLimitSun],
  ])
}
