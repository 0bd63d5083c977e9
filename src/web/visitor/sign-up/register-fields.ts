'use no memo'

import { useEffect } from 'react'
import { visitorStorage } from '../../session/tab-storage.ts'
import type { Fields } from '../../ui/form/use-fields.ts'

// The fields of the registration form, and what fills them in.

export type RegisterFields = {
  referral_code: string
  username: string
  email: string
  password: string
  password2: string
  accepted: boolean
}

/**
 * Kept in this tab until there is an account, or until someone signs in or out. Never a password,
 * and no acceptance of the texts.
 */
type Kept = Pick<RegisterFields, 'referral_code' | 'username' | 'email'>

const NAME = 'registration'

export const dropRegistration = (): void => visitorStorage.set(NAME, null)

/** The link's code arrives after the form was prerendered, which keeps what it already has. */
export function useCodeOfLink({ resetField }: Fields<RegisterFields>, code: string): void {
  useEffect(() => {
    if (code) resetField('referral_code', { defaultValue: code })
  }, [resetField, code])
}

/**
 * Fills in what was typed before a reload, or before another page was open.
 * @param code the referral code of the link, which comes before a typed one
 * @returns keeps the form's current contents
 */
export function useKeptFields(
  { getValues, setValue }: Fields<RegisterFields>,
  code: string,
): () => void {
  useEffect(() => {
    const kept = visitorStorage.get<Kept>(NAME)
    if (!kept) return
    if (code === '') setValue('referral_code', kept.referral_code)
    setValue('username', kept.username)
    setValue('email', kept.email)
  }, [setValue, code])
  return () => {
    const { referral_code, username, email } = getValues()
    visitorStorage.set(NAME, { referral_code, username, email } satisfies Kept)
  }
}
