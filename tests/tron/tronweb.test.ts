import * as fc from 'fast-check'
import { TronWeb, utils } from 'tronweb'
import { describe, expect, test } from 'vitest'
import { addressFromEvm, addressHex } from '../../src/tron/encoding/address.ts'
import { buildTransfer, type TransferOrder } from '../../src/tron/transaction/build.ts'
import {
  TRANSFER_TOPIC,
  wordOfAddress,
  wordOfNumber,
} from '../../src/tron/encoding/contract-call.ts'
import { fromHex, toHex } from '../../src/tron/encoding/hex.ts'
import {
  addressOfKey,
  recoverSigner,
  signTransaction,
} from '../../src/tron/transaction/signature.ts'
import { readTransfers } from '../../src/tron/transaction/transfers.ts'

// Never contacted, because tronweb builds these transactions offline.
const tronweb = new TronWeb({ fullHost: 'http://127.0.0.1:1' })
const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array()

const anAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(addressFromEvm)
const aKey = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((key) => key[0] !== 255 && key.some(Boolean))
const aBlockId = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex)

const anOrder = fc
  .record({
    key: aKey,
    asset: fc.constantFrom('TRX' as const, 'USDT' as const),
    to: anAddress,
    usdtContract: anAddress,
    // tronweb takes amounts as JavaScript numbers.
    amount: fc.bigInt(1n, BigInt(Number.MAX_SAFE_INTEGER)),
    refBlockId: aBlockId,
    timestampMs: fc.integer({ min: 1, max: 2 ** 42 }),
    feeLimitSun: fc.bigInt(1n, 15_000_000_000n),
  })
  .map(({ key, ...order }) => ({
    key,
    order: { ...order, from: addressOfKey(key), expirationMs: order.timestampMs + 600_000 },
  }))
  .filter(({ order }) => order.from !== order.to)

async function buildWithTronweb(order: TransferOrder) {
  const blockHeader = {
    ref_block_bytes: order.refBlockId.slice(12, 16),
    ref_block_hash: order.refBlockId.slice(16, 32),
    timestamp: order.timestampMs,
    expiration: order.expirationMs,
  }
  const builder = tronweb.transactionBuilder
  if (order.asset === 'TRX') {
    return builder.sendTrx(order.to, Number(order.amount), order.from, { blockHeader })
  }
  const built = await builder.triggerSmartContract(
    order.usdtContract,
    'transfer(address,uint256)',
    { feeLimit: Number(order.feeLimitSun), txLocal: true, blockHeader },
    [
      { type: 'address', value: order.to },
      { type: 'uint256', value: order.amount.toString() },
    ],
    order.from,
  )
  return built.transaction
}

describe('tronweb and this codec', () => {
  test('agree on bytes, ids, and signatures', async () => {
    await fc.assert(
      fc.asyncProperty(anOrder, async ({ key, order }) => {
        const theirs = await buildWithTronweb(order)
        const ours = buildTransfer(order)
        expect(ours).toMatchObject({ rawHex: theirs.raw_data_hex, txid: theirs.txID })
        const signed = await tronweb.trx.sign(theirs, toHex(key))
        const { signature } = signTransaction(bytes(ours.rawHex), key)
        const theirSignature = bytes(String(signed.signature[0]))
        expect(signature.slice(0, 128)).toBe(toHex(theirSignature).slice(0, 128))
        expect(recoverSigner(ours.txid, theirSignature)).toBe(order.from)
        expect(utils.crypto.ecRecover(ours.txid, signature).toLowerCase()).toBe(
          addressHex(order.from),
        )
        expect(readBack(order, signed)).toMatchObject({
          credits: [{ asset: order.asset, to: order.to, from: order.from, amount: order.amount }],
        })
      }),
      { numRuns: 100 },
    )
  })
})

/** Our decoder's reading of tronweb's transaction, with the receipt that a node would give. */
function readBack(order: TransferOrder, signed: object) {
  const body = { ...signed, ret: [{ contractRet: 'SUCCESS' }] }
  const receipt = {
    id: 'txID' in signed ? signed.txID : '',
    blockNumber: 1,
    receipt: order.asset === 'USDT' ? { result: 'SUCCESS' } : {},
    log: [
      {
        address: addressHex(order.usdtContract).slice(2),
        topics: [TRANSFER_TOPIC, toHex(wordOfAddress(order.from)), toHex(wordOfAddress(order.to))],
        data: toHex(wordOfNumber(order.amount)),
      },
    ],
  }
  return readTransfers({ body, receipt }, { usdtContract: order.usdtContract })
}
