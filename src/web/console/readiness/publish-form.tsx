import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useWatch } from 'react-hook-form'
import type { CallInput } from '../../../contract/call.ts'
import { LANGUAGES } from '../../../contract/fields/languages.ts'
import { entriesOf } from '../../../domain/records.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { filled } from '../../ui/form/required-text.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { useChange } from '../session/use-change.ts'
import { TextPreview } from './text-preview.tsx'

type Text = CallInput<'publishLegalText'>['body']

/** Publishes a new version of the terms or the privacy text. */
export function PublishForm({ onClose }: { onClose: () => void }) {
  const { control, field, handleSubmit, showErrors } = useFields<Text>({
    kind: 'terms',
    language: 'en',
    body: '',
  })
  const body = useWatch({ control, name: 'body' })
  const publish = useChange('publishLegalText', {
    done: t`Published.`,
    onDone: onClose,
    showFailure: showErrors,
  })
  const submit = handleSubmit(({ kind, language, body: written }) =>
    publish.mutate({ body: { kind, language, body: written.trim() } }),
  )
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <SelectField
        label={t`Which text`}
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
      <TextArea label={t`Text`} rows={12} {...field('body', filled(t`Enter the text.`))} />
      <TextPreview body={body} />
      <Button kind="primary" type="submit" pending={publish.isPending} wide>
        <Trans>Publish</Trans>
      </Button>
    </form>
  )
}
