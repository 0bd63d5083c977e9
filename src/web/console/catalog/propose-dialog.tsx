import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { readServerNowMs } from '../../client/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { useChange } from '../session/use-change.ts'
import type { Draft } from './queries.ts'

type ProposeDialogProps = { draft: Draft; open: boolean; onClose: () => void }

/** Asks when the version takes effect. */
export function ProposeDialog({ draft, open, onClose }: ProposeDialogProps) {
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={t`Propose this version`}
      description={t`Applies to profiles created after that. Existing profiles keep their version.`}
    >
      <ProposeForm draft={draft} onClose={onClose} />
    </ChangeDialog>
  )
}

const AHEAD_MS = 60 * 60_000

/** A time as the browser's own field takes it: local, to the minute. */
function toLocal(ms: number): string {
  const time = new Date(ms)
  return new Date(ms - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function ProposeForm({ draft, onClose }: Omit<ProposeDialogProps, 'open'>) {
  const [earliest] = useState(() => toLocal(readServerNowMs() + AHEAD_MS))
  const { field, handleSubmit, showErrors } = useFields({ starts_at: earliest })
  const propose = useChange('proposeCatalogDraft', {
    done: t`Proposed. Another admin finds it under Approvals.`,
    onDone: onClose,
    showFailure: showErrors,
  })
  const submit = handleSubmit(({ starts_at: time }) => {
    const body = { revision: draft.revision, starts_at: new Date(time).toISOString() }
    propose.mutate({ params: { id: draft.id }, body })
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label={t`In force from (your local time)`}
        type="datetime-local"
        {...field('starts_at', {
          validate: (time) => !Number.isNaN(Date.parse(time)) || t`Choose a day and a time.`,
        })}
      />
      <Button kind="primary" type="submit" pending={propose.isPending} wide>
        <Trans>Propose</Trans>
      </Button>
    </form>
  )
}
