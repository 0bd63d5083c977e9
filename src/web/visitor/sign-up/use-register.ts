'use no memo'

import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import { call } from '../../session/api.ts'
import { ApiError, fieldError, isOutcomeUnknown } from '../../client/api-error.ts'
import { readLanguage } from '../../i18n/language.ts'
import { paths } from '../../client/paths.ts'
import { keepRegisteredName } from '../../session/registered-name.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { toastError } from '../../ui/toast/toast.ts'
import { toastAnswer } from '../../ui/toast/toast-answer.ts'
import { shownTexts, type useLegalTexts } from '../legal/legal-texts.ts'
import { dropRegistration, type RegisterFields } from './register-fields.ts'

/** The server's answer about the versions, if others are in force by now. */
const VERSIONS = ['terms_version', 'privacy_version'] as const

/** Creates the account, accepting the texts that the form shows, and leads to the welcome page. */
export function useRegister({ texts, ask }: ReturnType<typeof useLegalTexts>) {
  const navigate = useNavigate()
  return async ({ accepted: _accepted, ...fields }: RegisterFields) => {
    const referral_code = fields.referral_code.trim() || null
    const body = { ...fields, ...shownTexts(texts), referral_code, language: readLanguage() }
    try {
      const answer = await call('register', { body })
      toastAnswer(answer)
      keepRegisteredName(fields.username)
      dropRegistration()
      const state = { email: fields.email, code: answer.user.referral_code }
      await navigate(paths.welcome(), { state })
    } catch (error) {
      if (VERSIONS.some((version) => fieldError(error, version))) ask()
      throw error
    }
  }
}

/** Tells the member why there is no account yet, or that there may be one. */
export function sayFailure(error: unknown): void {
  if (error instanceof ApiError && error.status === 500) {
    toastError(t`Server error during registration. Please try again.`)
  } else if (isOutcomeUnknown(error)) {
    toastError(
      t`Registration failed`,
      t`We couldn’t confirm this went through. Try again – you won’t get a second account.`,
    )
  } else toastFailure(error, t`Registration failed`)
}
