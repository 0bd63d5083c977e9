import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { webhookDescriptionLength, webhookUrlLength } from '../../../contract/fields/limits.ts'
import {
  webhookEventTypes,
  webhookMeanings,
  type WebhookEventType,
} from '../../../contract/fields/webhook-types.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { changedFields } from '../../ui/form/changed-fields.ts'
import { useFields, type Fields } from '../../ui/form/use-fields.ts'
import { knownText } from '../parts/known-text.ts'
import { useDraft } from '../session/use-draft.ts'
import { useChange } from '../session/use-change.ts'
import type { Webhook } from './queries.ts'

type Form = { url: string; description: string; events: WebhookEventType[] }

const NEW: Form = { url: '', description: '', events: [] }

/** Adds an endpoint. */
export function AddForm({ onAdded }: { onAdded: (secret: string) => void }) {
  const { start, keep, onSent } = useDraft('webhook', NEW)
  const fields = useFields<Form>(start)
  const add = useChange('addWebhook', {
    done: t`Webhook added.`,
    onDone: ({ secret }) => {
      onSent()
      onAdded(secret)
    },
    showFailure: fields.showErrors,
  })
  const submit = fields.handleSubmit((body) => add.mutate({ body }))
  const type = () => keep(fields.getValues())
  const shown = { fields, action: t`Add webhook`, pending: add.isPending }
  return <WebhookForm {...shown} onSubmit={submit} onType={type} />
}

/** Changes an endpoint's URL and its events. */
export function EditForm({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const { id, url, description, events } = webhook
  const [saved] = useState<Form>({ url, description, events })
  const { start, keep, onSent } = useDraft(
    // Not over what another admin has saved since.
    `webhook ${id}: ${JSON.stringify(saved)}`,
    saved,
    onDone,
  )
  const fields = useFields<Form>(start)
  const change = useChange('changeWebhook', {
    done: t`Saved.`,
    onDone: onSent,
    showFailure: fields.showErrors,
  })
  const submit = fields.handleSubmit((form) =>
    change.mutate({ params: { id }, body: changedFields(form, saved) }),
  )
  const type = () => keep(fields.getValues())
  const shown = { fields, action: t`Save`, pending: change.isPending }
  return <WebhookForm {...shown} onSubmit={submit} onType={type} />
}

type WebhookFormProps = {
  fields: Fields<Form>
  action: string
  pending: boolean
  onSubmit: () => Promise<void>
  onType: () => void
}

function WebhookForm(props: WebhookFormProps) {
  const { action, pending, onSubmit, onType } = props
  const { field } = props.fields
  // In page order, so that the first invalid one gets the focus.
  const address = field('url', { required: t`Enter a URL.` })
  const { error, ...events } = field('events', {
    validate: (chosen) => chosen.length > 0 || t`Choose at least one.`,
  })
  return (
    <form onSubmit={onSubmit} onChange={onType} noValidate className="grid gap-4">
      <Field
        label={t`URL`}
        type="url"
        inputMode="url"
        placeholder={t`https://`}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={webhookUrlLength.max}
        hint={t`An https address that the internet can reach.`}
        {...address}
      />
      <Field
        label={t`Description`}
        maxLength={webhookDescriptionLength.max}
        hint={t`The system that receives the events.`}
        {...field('description')}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-medium text-soft">
          <Trans>Events</Trans>
        </legend>
        {webhookEventTypes.map((type) => (
          <CheckField
            key={type}
            label={type}
            hint={knownText(`webhook.${type}.means`, webhookMeanings[type])}
            value={type}
            {...events}
          />
        ))}
        {error && (
          <p role="alert" className="text-sm text-bad">
            {error}
          </p>
        )}
      </fieldset>
      <Button kind="primary" type="submit" pending={pending} wide>
        {action}
      </Button>
    </form>
  )
}
