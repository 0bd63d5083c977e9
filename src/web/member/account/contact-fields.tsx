import { t } from '@lingui/core/macro'
import { emailPattern, phonePattern } from '../../../contract/fields/limits.ts'
import { Field } from '../../ui/form/field.tsx'
import { EmailField } from '../../ui/form/known-fields.tsx'
import { requiredText } from '../../ui/form/required-text.ts'
import type { Fields } from '../../ui/form/use-fields.ts'
import type { ProfileFields } from './use-save-profile.ts'

type ContactFieldsProps = { field: Fields<ProfileFields>['field'] }

/** How others reach the member. */
export function ContactFields({ field }: ContactFieldsProps) {
  return (
    <>
      <EmailField
        {...field('email', {
          required: requiredText(),
          pattern: { value: emailPattern, message: t`Enter a valid email address.` },
        })}
      />
      <Field
        label={t`Phone`}
        type="tel"
        autoComplete="tel"
        {...field('phone_number', {
          pattern: {
            value: phonePattern,
            message: t`Enter a phone number, such as +1 555 010 0199.`,
          },
        })}
      />
    </>
  )
}
