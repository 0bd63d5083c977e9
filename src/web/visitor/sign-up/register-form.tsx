'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import {
  emailPattern,
  passwordLength,
  usernameLength,
  usernamePattern,
} from '../../../contract/fields/limits.ts'
import { looksLikeLink, looksReserved } from '../../../contract/fields/misleading-names.ts'
import { call } from '../../session/api.ts'
import { ApiError, fieldError } from '../../client/api-error.ts'
import { requiredText } from '../../ui/form/required-text.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { paths } from '../../client/paths.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField, NewPassword, UsernameField } from '../../ui/form/known-fields.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { toastAnswer } from '../../ui/toast/toast-answer.ts'
import { AcceptTexts } from './accept-texts.tsx'
import { isAnyPublished, useLegalTexts } from '../legal/legal-texts.ts'
import { passwordRules, repeatRules } from './password-rules.ts'
import { SponsorField } from './sponsor-field.tsx'

type RegisterFields = {
  referral_code: string
  username: string
  email: string
  password: string
  password2: string
  accepted: boolean
}

/** What the server says about the versions, when others are in force by now. */
const VERSIONS = ['terms_version', 'privacy_version'] as const

function sayFailure(error: unknown): void {
  if (error instanceof ApiError && error.status === 500) {
    toastError(t`Server error during registration. Please try again.`)
  } else toastFailure(error, t`Registration failed`)
}

export function RegisterForm({ referralCode }: { referralCode: string }) {
  const navigate = useNavigate()
  const form = useFields<RegisterFields>({ referral_code: referralCode })
  const { field } = form
  const { texts, ask } = useLegalTexts()
  const register = async ({ accepted: _accepted, ...fields }: RegisterFields) => {
    const versions = {
      terms_version: texts?.terms?.version ?? null,
      privacy_version: texts?.privacy?.version ?? null,
    }
    const body = { ...fields, ...versions, referral_code: fields.referral_code.trim() || null }
    try {
      toastAnswer(await call('register', { body }))
    } catch (error) {
      if (VERSIONS.some((version) => fieldError(error, version))) ask()
      throw error
    }
    await navigate(paths.welcome(), { state: { email: fields.email } })
  }
  return (
    <form onSubmit={form.onSubmit(register, sayFailure)} noValidate className="grid gap-4">
      <SponsorField code={referralCode} {...field('referral_code')} />
      <UsernameField
        {...field('username', {
          required: requiredText(),
          minLength: {
            value: usernameLength.min,
            message: t`Use at least ${usernameLength.min} characters.`,
          },
          validate: usernameFault,
        })}
      />
      <EmailField
        required
        {...field('email', {
          required: requiredText(),
          pattern: { value: emailPattern, message: t`Enter a valid email address.` },
        })}
      />
      <NewPassword
        label={t`Password`}
        hint={t`At least ${passwordLength.min} characters.`}
        {...field('password', passwordRules())}
      />
      <NewPassword
        label={t`Confirm Password`}
        {...field(
          'password2',
          repeatRules(() => form.getValues('password')),
        )}
      />
      <AcceptTexts
        texts={texts}
        {...field('accepted', { required: isAnyPublished(texts) && requiredText() })}
      />
      <Button kind="primary" size="large" type="submit" pending={form.isSubmitting} wide>
        <Trans>Register</Trans>
      </Button>
    </form>
  )
}

/** What the server would say of a name; true when it is a good one. */
function usernameFault(name: string): string | true {
  if (!usernamePattern.test(name)) {
    return t`Use letters, digits, dots, underscores and hyphens only.`
  }
  if (looksReserved(name)) return t`This username looks like one of ours. Choose another one.`
  if (looksLikeLink(name)) return t`Choose a username that does not look like a web address.`
  return true
}
