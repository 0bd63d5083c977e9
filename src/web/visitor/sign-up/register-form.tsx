'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { emailPattern } from '../../../contract/fields/limits.ts'
import { requiredText } from '../../ui/form/required-text.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField, NewPassword, UsernameField } from '../../ui/form/known-fields.tsx'
import { AcceptTexts } from './accept-texts.tsx'
import { isAnyPublished, useLegalTexts } from '../legal/legal-texts.ts'
import { passwordRules, repeatRules } from './password-rules.ts'
import { PasswordMeter } from './password-meter.tsx'
import { SponsorField } from './sponsor-field.tsx'
import { useCodeOfLink, useKeptFields, type RegisterFields } from './register-fields.ts'
import { sayFailure, useRegister } from './use-register.ts'
import { useAvailability } from './use-availability.ts'
import { usernameRules } from './username-rules.ts'

export function RegisterForm({ referralCode }: { referralCode: string }) {
  const form = useFields<RegisterFields>({
    referral_code: referralCode,
    username: '',
    email: '',
    password: '',
  })
  const keep = useKeptFields(form, referralCode)
  useCodeOfLink(form, referralCode)
  const { field } = form
  const legal = useLegalTexts()
  const { texts } = legal
  const register = useRegister(legal)
  const availability = useAvailability(() =>
    form.setError('username', { message: t`This username is taken.` }),
  )
  return (
    <form
      method="post"
      onSubmit={form.onSubmit(register, sayFailure)}
      onChange={keep}
      noValidate
      className="grid gap-4"
    >
      <SponsorField key={referralCode} code={referralCode} {...field('referral_code')} />
      <UsernameField
        // Its line exists from the start, so that the answer shifts nothing.
        hint={availability.isFree ? <Available /> : t`Others see this name.`}
        {...field('username', {
          ...usernameRules(),
          onChange: () => {
            availability.reset()
            // It was about the name before.
            form.clearErrors('username')
          },
          onBlur: () => availability.check(form.getValues('username')),
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
        hint={<PasswordMeter control={form.control} />}
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

const Available = () => (
  <span className="text-good">
    <span aria-hidden="true">✓ </span>
    <Trans>Available</Trans>
  </span>
)
