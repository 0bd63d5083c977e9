import { expect, test } from 'vitest'
import { TronWeb } from 'tronweb'
import { requireAddress } from '../../src/tron/encoding/address.ts'
import { readerInitCode } from '../../src/tron/query/balance-reader.ts'
import {
  addressOfDeployment,
  buildDeployment,
  signDeployment,
} from '../../src/tron/query/deploy-reader.ts'
import { toHex } from '../../src/tron/encoding/hex.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import { transactionId } from '../../src/tron/transaction/transaction.ts'

// Another library builds the same transaction: what is signed deploys the reader and nothing else.

const key = newPrivateKey()
const owner = addressOfKey(key)
const refBlockId = '0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e'
const times = { timestampMs: 1777445121000, expirationMs: 1777445421000 }

async function byTronWeb() {
  const tronWeb = new TronWeb({ fullHost: 'http://127.0.0.1:1' })
  return tronWeb.transactionBuilder.createSmartContract(
    {
      abi: [],
      bytecode: readerInitCode,
      feeLimit: 30_000_000,
      callValue: 0,
      userFeePercentage: 100,
      originEnergyLimit: 1,
      name: 'BalanceReader',
      blockHeader: {
        ref_block_bytes: refBlockId.slice(12, 16),
        ref_block_hash: refBlockId.slice(16, 32),
        timestamp: times.timestampMs,
        expiration: times.expirationMs,
      },
    },
    owner,
  )
}

test('builds the same bytes and the same address as tronweb', async () => {
  const theirs = await byTronWeb()
  const raw = buildDeployment({ owner, refBlockId, ...times })
  expect(toHex(raw)).toBe(theirs.raw_data_hex)
  expect(transactionId(raw)).toBe(theirs.txID)
  const reader = addressOfDeployment(theirs.txID, owner)
  expect(TronWeb.address.toHex(reader)).toBe(theirs.contract_address)
  expect(signDeployment({ refBlockId, ...times }, key)).toMatchObject({ txid: theirs.txID, reader })
  expect(requireAddress(reader)).toBe(reader)
})
