'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { emailPattern, passwordLength } from '../../../contract/fields/limits.ts'
import { requiredText } from '../../ui/form/required-text.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField, NewPassword, UsernameField } from '../../ui/form/known-fields.tsx'
import { AcceptTexts } from './accept-texts.tsx'
import { isAnyPublished, useLegalTexts } from '../legal/legal-texts.ts'
import { passwordRules, repeatRules } from './password-rules.ts'
import { SponsorField } from './sponsor-field.tsx'
import { sayFailure, useRegister, type RegisterFields } from './use-register.ts'
import { usernameRules } from './username-rules.ts'

export function RegisterForm({ referralCode }: { referralCode: string }) {
  const form = useFields<RegisterFields>({ referral_code: referralCode })
  const { field } = form
  const legal = useLegalTexts()
  const { texts } = legal
  const register = useRegister(legal)
  return (
    <form onSubmit={form.onSubmit(register, sayFailure)} noValidate className="grid gap-4">
      <SponsorField code={referralCode} {...field('referral_code')} />
      <UsernameField {...field('username', usernameRules())} />
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
