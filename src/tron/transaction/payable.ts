import { zeroAddress, type Address } from '../encoding/address.ts'

/** Why money must not be sent to a well-formed address. */
export type UnpayableReason = 'nobody' | 'token_contract' | 'contract'

/**
 * Why nothing may be paid to an address, as far as the chain knows; whether it is one of our own
 * is for its owner's tables to say. The chain refuses TRX to contracts, and a token sent to its
 * own contract is lost. Without the account's reading only the fixed addresses are judged.
 */
export function unpayableReason(
  address: Address,
  usdtContract: Address,
  account?: { isContract: boolean },
): UnpayableReason | undefined {
  if (address === zeroAddress) return 'nobody'
  if (address === usdtContract) return 'token_contract'
  return account?.isContract ? 'contract' : undefined
}
