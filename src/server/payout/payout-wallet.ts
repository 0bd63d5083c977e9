import type { Db } from '../../db/types.ts'
import type { Address } from '../../tron/encoding/address.ts'
import { readPrivateKey } from '../../tron/keys/secret-keys.ts'
import { addressOfKey } from '../../tron/transaction/signature.ts'
import { memberOf, readOwners } from '../addresses/whose-address.ts'
import { BadConfig } from '../config/config.ts'
import { storeWallet } from '../custody/own-wallets.ts'

/** The hot wallet: its address and its key, which only the worker ever holds. */
export type PayoutWallet = { address: Address; key: Uint8Array }

/**
 * Opens the wallet of a key and registers its address as one of ours.
 * @throws BadConfig for the key of a deposit address
 */
export async function openPayoutWallet(db: Db, payoutKey: string): Promise<PayoutWallet> {
  await refuseDepositKey(db, payoutKey)
  const key = readPrivateKey(payoutKey)
  const address = addressOfKey(key)
  await storeWallet(db, { address, role: 'payout' })
  return { address, key }
}

/** @throws BadConfig for the key of a deposit address, whose coins are its member's */
export async function refuseDepositKey(db: Db, payoutKey: string): Promise<void> {
  const address = addressOfKey(readPrivateKey(payoutKey))
  if (memberOf(await readOwners(db, [address]), address) === undefined) return
  throw new BadConfig(
    'PAYOUT_KEY is the key of a member’s deposit address. Set the key of a wallet of your own.',
  )
}
