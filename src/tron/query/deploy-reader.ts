import { keccak_256 } from '@noble/hashes/sha3.js'
import { addressBytes, addressFromEvm, type Address } from '../encoding/address.ts'
import { readerInitCode } from './balance-reader.ts'
import { fromHex } from '../encoding/hex.ts'
import { joinBytes, writeFields } from '../encoding/protobuf.ts'
import { addressOfKey, signTransaction } from '../transaction/signature.ts'
import { transactionId } from '../transaction/transaction.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const CREATE_NUMBER = 30n
const TYPE_URL = 'type.googleapis.com/protocol.CreateSmartContract'
/** Creating 83 bytes takes about 50,000 energy, which has never cost nearly this much. */
const FEE_LIMIT_SUN = 30_000_000n
/** Callers pay for themselves. Constant calls are free. */
const CALLER_PAYS_PERCENT = 100n
const ORIGIN_ENERGY_LIMIT = 1n

/** Field 3 as an empty message, as other libraries write it. */
const emptyAbi = Uint8Array.of(0x1a, 0)

export type Deployment = { txid: string; signedHex: string; reader: Address }

export type DeployOrder = {
  owner: Address
  /** Id of a final block. */
  refBlockId: string
  timestampMs: number
  expirationMs: number
}

/** The raw transaction that creates the balance reader. */
export function buildDeployment(order: DeployOrder): Uint8Array {
  const refBlock = fromHex(order.refBlockId)
  if (refBlock?.length !== 32) throw new RangeError('a block id has 64 hex digits')
  const owner = addressBytes(order.owner)
  const contract = joinBytes([
    writeFields([[1, owner]]),
    emptyAbi,
    writeFields([
      [4, fromHex(readerInitCode) ?? new Uint8Array()],
      [6, CALLER_PAYS_PERCENT],
      [7, bytesOf('BalanceReader')],
      [8, ORIGIN_ENERGY_LIMIT],
    ]),
  ])
  const create = writeFields([
    [1, owner],
    [2, contract],
  ])
  const parameter = writeFields([
    [1, bytesOf(TYPE_URL)],
    [2, create],
  ])
  return writeFields([
    [1, refBlock.slice(6, 8)],
    [4, refBlock.slice(8, 16)],
    [8, BigInt(order.expirationMs)],
    [
      11,
      writeFields([
        [1, CREATE_NUMBER],
        [2, parameter],
      ]),
    ],
    [14, BigInt(order.timestampMs)],
    [18, FEE_LIMIT_SUN],
  ])
}

/** Signs the deployment. The transaction and its owner determine the reader's address. */
export function signDeployment(order: Omit<DeployOrder, 'owner'>, key: Uint8Array): Deployment {
  const owner = addressOfKey(key)
  const raw = buildDeployment({ ...order, owner })
  const { txid, signedHex } = signTransaction(raw, key)
  return { txid, signedHex, reader: addressOfDeployment(transactionId(raw), owner) }
}

export function addressOfDeployment(txid: string, owner: Address): Address {
  const id = fromHex(txid) ?? new Uint8Array()
  return addressFromEvm(keccak_256(joinBytes([id, addressBytes(owner)])).slice(-20))
}
