import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { emailPattern, phonePattern, tronAddressPattern } from '../../../contract/fields/limits.ts'
import { call } from '../../session/api.ts'
import { requiredText } from '../../ui/form/required-text.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { readDraft } from '../../session/drafts.ts'
import { keepUser } from '../../session/session.ts'
import type { User } from '../../session/session.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { focusNext } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { EmailField } from '../../ui/form/known-fields.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { securityQuery } from '../security/queries.ts'
import { meQuery } from '../me/queries.ts'
import { useStepUp } from '../security/step-up.tsx'
import { useDraft } from '../../session/use-draft.ts'
import { DRAFT } from './draft-name.ts'

type Fields = {
  first_name: string
  last_name: string
  email: string
  phone_number: string
  wallet_address: string
  auto_upgrade: boolean
  share_contact: boolean
}

const fieldsOf = (user: User): Fields => ({
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  phone_number: user.phone_number,
  wallet_address: user.wallet_address ?? '',
  auto_upgrade: user.auto_upgrade,
  share_contact: user.share_contact,
})

type ProfileFormProps = {
  user: User
  /** Whether the withdrawal dialog has sent the member here, for the wallet address. */
  sentHere: boolean
  onSaved: () => void
}

const sayFailure = (error: unknown) => toastFailure(error, t`Failed to update profile`, t`Error`)

export function ProfileForm({ user, sentHere, onSaved }: ProfileFormProps) {
  const client = useQueryClient()
  const runConfirmed = useStepUp()
  const form = useFields<Fields>(readDraft(DRAFT, fieldsOf(user)))
  const { field } = form
  useDraft(DRAFT, form.getValues)
  useEffect(() => {
    if (sentHere) focusNext()
  }, [sentHere])
  const save = async ({ email, ...rest }: Fields) => {
    const wallet_address = rest.wallet_address.trim() || null
    // Saving the address on file cancels one that is waiting: that isn't what was changed here.
    const body = { ...rest, wallet_address, ...(email !== user.email && { email }) }
    const updated = await runConfirmed(() => call('updateMe', { body }))
    client.setQueryData(meQuery.queryKey, updated)
    keepUser(updated)
    toast(t`Profile updated`, { kind: 'success' })
    onSaved()
  }
  return (
    <form
      onSubmit={form.onSubmit(save, sayFailure)}
      noValidate
      className="mt-4 grid gap-4 sm:grid-cols-2"
    >
      <Field label={t`First Name`} autoComplete="given-name" {...field('first_name')} />
      <Field label={t`Last Name`} autoComplete="family-name" {...field('last_name')} />
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
      <WalletFields field={field} sentHere={sentHere} />
      <div className="sm:col-span-2">
        <Button kind="primary" type="submit" icon="check" pending={form.isSubmitting}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}

type WalletFieldsProps = {
  field: ReturnType<typeof useFields<Fields>>['field']
  sentHere: boolean
}

function WalletFields({ field, sentHere }: WalletFieldsProps) {
  const holdHours = useQuery(securityQuery).data?.hold_hours ?? 0
  return (
    <>
      <Field
        label={t`Wallet Address (TRC20)`}
        autoComplete="off"
        spellCheck={false}
        data-focus-after={sentHere || undefined}
        className="sm:col-span-2"
        hint={
          holdHours > 0 ? (
            <Trans>
              We send withdrawals here. Changing it pauses payouts for {holdHours} hours, and we
              email you.
            </Trans>
          ) : (
            t`We send withdrawals here and email you about every change.`
          )
        }
        {...field('wallet_address', {
          setValueAs: (value: string) => value.trim(),
          pattern: {
            value: tronAddressPattern,
            message: t`Enter a TRON address: T and 33 more characters.`,
          },
        })}
      />
      <CheckField
        label={t`Auto Upgrade`}
        hint={t`A complete board activates the next plan from your wallet.`}
        {...field('auto_upgrade')}
      />
      <CheckField
        label={t`Show my contact to my sponsor`}
        hint={t`Otherwise your email and phone are masked.`}
        {...field('share_contact')}
      />
    </>
  )
}
