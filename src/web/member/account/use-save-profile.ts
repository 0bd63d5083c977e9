import { useUpdateMe } from '../security/update-me.ts'

export { sayFailure } from '../security/update-me.ts'

export type ProfileFields = {
  first_name: string
  last_name: string
  email: string
  phone_number: string
  wallet_address: string
  auto_upgrade: boolean
  share_contact: boolean
}

/**
 * Saves the fields that the member changed. The others may have changed elsewhere since the form
 * was opened, and saving the email address on file would cancel a pending change.
 */
export function useSaveProfile() {
  const update = useUpdateMe()
  return async ({ wallet_address: typed, ...rest }: Partial<ProfileFields>) =>
    update({ ...rest, ...(typed !== undefined && { wallet_address: typed.trim() || null }) })
}
