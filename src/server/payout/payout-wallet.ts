import type { Db } from '../../db/types.ts'
import type { Address } from '../../tron/encoding/address.ts'
import { readPrivateKey } from '../../tron/keys/secret-keys.ts'
import { addressOfKey } from '../../tron/transaction/signature.ts'
import { storeWallet } from '../custody/own-wallets.ts'

/** The hot wallet: its address and its key, which only the worker ever holds. */
export type PayoutWallet = { address: Address; key: Uint8Array }

/** Opens the wallet of a key and registers its address as one of ours. */
export async function openPayoutWallet(db: Db, payoutKey: string): Promise<PayoutWallet> {
  const key = readPrivateKey(payoutKey)
  const address = addressOfKey(key)
  await storeWallet(db, { address, role: 'payout' })
  return { address, key }
}
