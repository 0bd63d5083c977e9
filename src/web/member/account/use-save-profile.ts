import type { User } from '../../session/session.ts'
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

/** Saves the profile form's values. */
export function useSaveProfile(user: User) {
  const update = useUpdateMe()
  return async ({ email, ...rest }: ProfileFields) => {
    const wallet_address = rest.wallet_address.trim() || null
    // Saving the address on file cancels a pending one, which isn't what was changed here.
    const body = { ...rest, wallet_address, ...(email !== user.email && { email }) }
    await update(body)
  }
}
