import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { readServerNowMs } from '../../client/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { useChange } from '../session/use-change.ts'
import type { Webhook } from './queries.ts'
import { DAY_MS } from '../../../domain/time/time.ts'

/** Asks for the first day of failed events to resend. */
export function ReplayForm({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const [yesterday] = useState(() =>
    new Date(readServerNowMs() - DAY_MS).toISOString().slice(0, 10),
  )
  const { field, handleSubmit, showErrors } = useFields({ since: yesterday })
  const replay = useChange('replayFailedDeliveries', {
    done: ({ queued }) =>
      queued === 0 ? t`Nothing failed since then.` : t`Queued ${queued} events.`,
    onDone,
    showFailure: showErrors,
  })
  const submit = handleSubmit(({ since }) =>
    replay.mutate({ params: { id: webhook.id }, body: { since: `${since}T00:00:00Z` } }),
  )
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label={t`Failed since (UTC)`}
        type="date"
        hint={t`We keep events for 30 days.`}
        {...field('since', { required: t`Choose a day.` })}
      />
      <Button kind="primary" type="submit" pending={replay.isPending} wide>
        <Trans>Resend</Trans>
      </Button>
    </form>
  )
}
