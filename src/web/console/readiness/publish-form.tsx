import { t } from '@lingui/core/macro'
import { useWatch } from 'react-hook-form'
import type { CallInput } from '../../../contract/call.ts'
import { LANGUAGES } from '../../../contract/fields/languages.ts'
import { entriesOf } from '../../../domain/records.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { useChange } from '../session/use-change.ts'
import { useDraft } from '../session/use-draft.ts'
import { TextBody } from './text-body.tsx'

type Text = CallInput<'publishLegalText'>['body']

const NEW: Text = { kind: 'terms', language: 'en', body: '' }

/** Publishes a new version of the terms or the privacy text. */
export function PublishForm({ onClose }: { onClose: () => void }) {
  const { start, keep, onSent } = useDraft('legal text', NEW, onClose)
  const { control, field, getValues, handleSubmit, showErrors } = useFields<Text>(start)
  const body = useWatch({ control, name: 'body' })
  const publish = useChange('publishLegalText', {
    done: t`Published.`,
    onDone: onSent,
    showFailure: showErrors,
  })
  const submit = handleSubmit(({ kind, language, body: written }) =>
    publish.mutate({ body: { kind, language, body: written.trim() } }),
  )
  return (
    <form onSubmit={submit} onChange={() => keep(getValues())} noValidate className="grid gap-4">
      <SelectField
        label={t`Document`}
        choices={[
          { value: 'terms', label: t`Terms` },
          { value: 'privacy', label: t`Privacy` },
        ]}
        {...field('kind')}
      />
      <SelectField
        label={t`Language of the original`}
        choices={entriesOf(LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
        {...field('language')}
      />
      <TextBody label={t`Text`} field={field} body={body} pending={publish.isPending} />
    </form>
  )
}
