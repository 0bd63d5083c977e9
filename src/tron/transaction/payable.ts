import { zeroAddress, type Address } from '../encoding/address.ts'

/** Why a well-formed address must not be paid. */
export type UnpayableReason = 'nobody' | 'token_contract' | 'contract'

/**
 * Why an address can't be paid, as far as the chain knows. TRX can't be sent to contracts, and a
 * token sent to its own contract is lost. Without account data only the fixed addresses are
 * checked. Whether an address is our own is checked elsewhere.
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
