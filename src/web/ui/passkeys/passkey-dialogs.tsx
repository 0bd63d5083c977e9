import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { passkeyNameLength } from '../../../contract/fields/limits.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../form/field.tsx'
import { requiredText } from '../form/required-text.ts'
import { useFields } from '../form/use-fields.ts'

type NameDialogProps = {
  title: string
  description?: string
  submit: string
  name: string
  onSubmit: (name: string) => Promise<void>
  onFail: (error: unknown) => void
  onClose: () => void
}

/** Names a passkey, before creating it and later. */
export function NameDialog({ title, description, ...form }: NameDialogProps) {
  return (
    <Dialog open onClose={form.onClose} title={title} description={description}>
      <NameForm {...form} />
    </Dialog>
  )
}

type NameFormProps = Omit<NameDialogProps, 'title' | 'description'>

function NameForm({ submit, name, onSubmit: save, onFail, onClose }: NameFormProps) {
  const { field, onSubmit, isSubmitting } = useFields<{ name: string }>({ name })
  const send = async (fields: { name: string }) => {
    await save(fields.name)
    onClose()
  }
  return (
    <form onSubmit={onSubmit(send, onFail)} noValidate className="grid gap-4">
      <Field
        label={t`Name`}
        autoComplete="off"
        maxLength={passkeyNameLength.max}
        required
        hint={t`So that you recognize it later.`}
        {...field('name', {
          required: requiredText(),
          // The server would refuse spaces alone after the device has made the passkey.
          setValueAs: (text: string) => text.trim(),
        })}
      />
      <Button kind="primary" type="submit" pending={isSubmitting} wide>
        {submit}
      </Button>
    </form>
  )
}

type RemoveDialogProps = {
  name: string
  note: ReactNode
  onRemove: () => Promise<void>
  onFail: (error: unknown) => void
  onClose: () => void
}

/** Removes a passkey, and explains what that means. */
export function RemoveDialog({ name, note, onRemove, onFail, onClose }: RemoveDialogProps) {
  const [pending, setPending] = useState(false)
  const remove = async () => {
    setPending(true)
    try {
      await onRemove()
      onClose()
    } catch (error) {
      onFail(error)
    }
    setPending(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Remove this passkey`}
      description={t`“${name}” can no longer sign in.`}
    >
      <div className="grid gap-4">
        <p className="text-soft">{note}</p>
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={onClose}>{t`Keep it`}</Button>
          <Button kind="danger" pending={pending} onClick={() => void remove()}>
            {t`Remove`}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
