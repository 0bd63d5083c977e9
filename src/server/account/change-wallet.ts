import { parseAddress } from '../../tron/encoding/address.ts'
import { unpayableReason } from '../../tron/transaction/payable.ts'
import type { Context } from '../context.ts'
import { isOwnAddress } from '../addresses/whose-address.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { securityEmail } from '../email/email-templates.ts'
import { setCredentials, type LockedAccount } from '../auth/locked-account.ts'
import {
  holdPayouts,
  notifyMember,
  walletSince,
  type SecuritySettings,
} from '../auth/security-change.ts'
import { text } from '../../contract/texts/texts.ts'

/** The address that a member typed; null to remove it, undefined to leave it unchanged. */
export async function readWallet({ db, usdtContract }: Context, typed: string | null | undefined) {
  if (typed === undefined) return undefined
  if (typed === null || typed === '') return null
  const reading = parseAddress(typed)
  if (!reading.ok) throw rejectField('wallet_address', text(`address_${reading.fault}`))
  // The token's contract counts as one of our own addresses. We check for other contracts when we
  // pay.
  if (unpayableReason(reading.address, usdtContract) === 'nobody') {
    throw rejectField('wallet_address', text('address_nobodys'))
  }
  if (await isOwnAddress(db, usdtContract, reading.address)) {
    throw rejectField('wallet_address', text('address_ours'))
  }
  return reading.address
}

/**
 * Stores a new payout address, holds payouts, and emails the member. Does nothing if a simultaneous
 * call stored the same address, so that its dispute restores the address before both.
 */
export async function changeWallet(
  account: LockedAccount,
  settings: SecuritySettings,
  wallet: string | null,
): Promise<void> {
  const { tx, member_no: member, email: to, wallet_address: before } = account
  if (wallet === before) return
  await setCredentials(account, { wallet_address: wallet })
  const content = securityEmail(account, 'wallet_changed', settings.holdHours)
  const replaced = { before, beforeSince: walletSince(member) }
  await notifyMember(settings, { tx, member, to, kind: 'wallet_changed', content, ...replaced })
  // Last, because it records the new address's own time.
  await holdPayouts(account, settings, 'wallet_changed')
}
