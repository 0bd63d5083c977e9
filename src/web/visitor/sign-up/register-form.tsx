'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import {
  emailPattern,
  passwordLength,
  usernameLength,
  usernamePattern,
} from '../../../contract/fields/limits.ts'
import { looksLikeLink, looksReserved } from '../../../contract/fields/misleading-names.ts'
import { call } from '../../session/api.ts'
import { ApiError, localize } from '../../client/api-error.ts'
import { fieldErrors, requiredText, showFieldErrors } from '../../ui/form/field-errors.ts'
import { paths } from '../../client/paths.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Field, PasswordField } from '../../ui/form/field.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { AcceptTexts } from './accept-texts.tsx'
import { isAnyPublished, useLegalTexts } from '../legal/legal-texts.ts'
import { SponsorField } from './sponsor-field.tsx'

export type RegisterFields = {
  referral_code: string
  username: string
  email: string
  password: string
  password2: string
  accepted: boolean
}

/** What the server says about the versions, when others are in force by now. */
const VERSIONS = ['terms_version', 'privacy_version'] as const
const NAMES = ['referral_code', 'username', 'email', 'password', 'password2'] as const

export const passwordRules = () => ({
  required: requiredText(),
  minLength: {
    value: passwordLength.min,
    message: t`Use at least ${passwordLength.min} characters.`,
  },
})

function sayFailure(error: unknown): void {
  if (error instanceof ApiError && error.status === 500) {
    toastError(t`Server error during registration. Please try again.`)
  } else toastFailure(error, t`Registration failed`)
}

export function RegisterForm({ referralCode }: { referralCode: string }) {
  const navigate = useNavigate()
  const form = useForm<RegisterFields>({ defaultValues: { referral_code: referralCode } })
  const { register, handleSubmit, formState, setError } = form
  const { errors, isSubmitting } = formState
  const { texts, ask } = useLegalTexts()
  const submit = handleSubmit(async ({ accepted: _accepted, ...fields }) => {
    const versions = {
      terms_version: texts?.terms?.version ?? null,
      privacy_version: texts?.privacy?.version ?? null,
    }
    const body = { ...fields, ...versions, referral_code: fields.referral_code.trim() || null }
    try {
      const { detail, text } = await call('register', { body })
      toast(localize(detail, text), { kind: 'success', durationMs: 5000 })
      await navigate(paths.welcome(), { state: { email: fields.email } })
    } catch (error) {
      if (Object.keys(fieldErrors(error, VERSIONS)).length > 0) ask()
      if (!showFieldErrors(error, NAMES, setError)) sayFailure(error)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <SponsorField
        code={referralCode}
        error={errors.referral_code?.message}
        {...register('referral_code')}
      />
      <Field
        label={t`Username`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.username?.message}
        {...register('username', {
          required: requiredText(),
          minLength: {
            value: usernameLength.min,
            message: t`Use at least ${usernameLength.min} characters.`,
          },
          validate: usernameFault,
        })}
      />
      <Field
        label={t`Email`}
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email', {
          required: requiredText(),
          pattern: { value: emailPattern, message: t`Enter a valid email address.` },
        })}
      />
      <PasswordFields form={form} />
      <AcceptTexts
        texts={texts}
        error={errors.accepted?.message}
        {...register('accepted', { required: isAnyPublished(texts) && requiredText() })}
      />
      <Button kind="primary" size="large" type="submit" pending={isSubmitting} wide>
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

function PasswordFields({ form }: { form: UseFormReturn<RegisterFields> }) {
  const { register, formState, getValues } = form
  const { errors } = formState
  return (
    <>
      <PasswordField
        label={t`Password`}
        autoComplete="new-password"
        required
        hint={t`At least ${passwordLength.min} characters.`}
        error={errors.password?.message}
        {...register('password', passwordRules())}
      />
      <PasswordField
        label={t`Confirm Password`}
        autoComplete="new-password"
        required
        error={errors.password2?.message}
        {...register('password2', {
          required: requiredText(),
          validate: (value) => value === getValues('password') || t`Passwords don't match`,
        })}
      />
    </>
  )
}
