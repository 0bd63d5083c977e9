import type { User } from '../../session/session.ts'
import { useUpdateMe } from '../security/update-me.ts'

export type ProfileFields = {
  first_name: string
  last_name: string
  email: string
  phone_number: string
  wallet_address: string
  auto_upgrade: boolean
  share_contact: boolean
}

export const profileFieldsOf = (user: User): ProfileFields => ({
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  phone_number: user.phone_number,
  wallet_address: user.wallet_address ?? '',
  auto_upgrade: user.auto_upgrade,
  share_contact: user.share_contact,
})

/**
 * Saves the fields that the member changed. The others may have changed elsewhere since the form
 * was opened, and saving the email address on file would cancel a pending change.
 */
export function useSaveProfile() {
  const update = useUpdateMe()
  return async ({ wallet_address: typed, ...rest }: Partial<ProfileFields>) =>
    update({ ...rest, ...(typed !== undefined && { wallet_address: typed.trim() || null }) })
}
