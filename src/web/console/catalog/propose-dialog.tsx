import { useState } from 'react'
import { fieldError } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useChange } from '../session/use-change.ts'
import type { Draft } from './queries.ts'
import { formText } from '../../ui/form/form-text.ts'

type ProposeDialogProps = { draft: Draft; open: boolean; onClose: () => void }

/** Asks from when the version is to count. */
export function ProposeDialog({ draft, open, onClose }: ProposeDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Propose this version"
      description="Applies to profiles created after that. Existing profiles keep their version."
    >
      <ProposeForm draft={draft} onClose={onClose} />
    </Dialog>
  )
}

const AHEAD_MS = 60 * 60_000

/** A time as the browser's own field takes it: local, to the minute. */
function toLocal(ms: number): string {
  const time = new Date(ms)
  return new Date(ms - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function ProposeForm({ draft, onClose }: Omit<ProposeDialogProps, 'open'>) {
  const [error, setError] = useState<string>()
  const [earliest] = useState(() => toLocal(Date.now() + AHEAD_MS))
  const propose = useChange('proposeCatalogDraft', {
    done: 'Proposed. Another admin finds it under Approvals.',
    onDone: onClose,
  })
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const startsMs = Date.parse(formText(event.currentTarget, 'starts'))
        setError(Number.isNaN(startsMs) ? 'Choose a day and a time.' : undefined)
        if (Number.isNaN(startsMs)) return
        const body = { revision: draft.revision, starts_at: new Date(startsMs).toISOString() }
        propose.mutate({ params: { id: draft.id }, body })
      }}
    >
      <Field
        label="In force from (your local time)"
        name="starts"
        type="datetime-local"
        defaultValue={earliest}
        error={error ?? fieldError(propose.error, 'starts_at')}
      />
      <Button kind="primary" type="submit" pending={propose.isPending} wide>
        Propose
      </Button>
    </form>
  )
}
