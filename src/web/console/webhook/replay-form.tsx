import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { useChange } from '../session/use-change.ts'
import type { Webhook } from './queries.ts'

const DAY_MS = 86_400_000

/** Asks from which day on failed events are sent again. */
export function ReplayForm({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const [yesterday] = useState(() => new Date(Date.now() - DAY_MS).toISOString().slice(0, 10))
  const { field, handleSubmit, showErrors } = useFields({ since: yesterday })
  const replay = useChange('replayFailedDeliveries', {
    done: ({ queued }) =>
      queued === 0 ? 'Nothing failed since then.' : `Queued ${queued} events.`,
    onDone,
    showFailure: showErrors,
  })
  const submit = handleSubmit(({ since }) =>
    replay.mutate({ params: { id: webhook.id }, body: { since: `${since}T00:00:00Z` } }),
  )
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label="Failed since (UTC)"
        type="date"
        hint="We keep events for 30 days."
        {...field('since', { required: 'Choose a day.' })}
      />
      <Button kind="primary" type="submit" pending={replay.isPending} wide>
        Send again
      </Button>
    </form>
  )
}
