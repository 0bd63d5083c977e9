import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useFields } from '../../ui/form/use-fields.ts'
import { readDraft } from '../../session/drafts.ts'
import { changedFields } from '../../ui/form/changed-fields.ts'
import type { User } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useDraft } from '../../session/use-draft.ts'
import { sayFailure } from '../security/update-me.ts'
import { ContactFields } from './contact-fields.tsx'
import { DRAFT } from './draft-name.ts'
import { profileFieldsOf, useSaveProfile, type ProfileFields } from './use-save-profile.ts'
import { WalletAddressField } from './wallet-address-field.tsx'

type ProfileFormProps = {
  user: User
  onSaved: () => void
}

export function ProfileForm({ user, onSaved }: ProfileFormProps) {
  const save = useSaveProfile()
  const [opened] = useState(() => profileFieldsOf(user))
  const form = useFields<ProfileFields>(readDraft(DRAFT, opened))
  const { field } = form
  useDraft(DRAFT, () => changedFields(form.getValues(), opened))
  const submit = form.onSubmit(async (fields) => {
    await save(changedFields(fields, opened))
    onSaved()
  }, sayFailure)
  return (
    <form onSubmit={submit} noValidate className="mt-4 grid gap-4 sm:grid-cols-2">
      <Field label={t`First Name`} autoComplete="given-name" {...field('first_name')} />
      <Field label={t`Last Name`} autoComplete="family-name" {...field('last_name')} />
      <ContactFields field={field} />
      <WalletAddressField field={field} />
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
      <div className="sm:col-span-2">
        <Button kind="primary" type="submit" icon="check" pending={form.isSubmitting}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}
