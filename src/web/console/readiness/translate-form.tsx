import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useWatch } from 'react-hook-form'
import type { CallAnswer, CallInput } from '../../../contract/call.ts'
import { languageName, LANGUAGES } from '../../../contract/fields/languages.ts'
import { entriesOf } from '../../../domain/records.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { useChange } from '../session/use-change.ts'
import { useDraft } from '../session/use-draft.ts'
import { TextBody } from './text-body.tsx'

export type PublishedText = CallAnswer<'listLegalTexts'>['results'][number]

type Fields = Pick<CallInput<'publishLegalTranslation'>['body'], 'language' | 'body'>

/** The languages that this version isn't translated into yet, by their own names. */
export const missingLanguages = (text: PublishedText) =>
  entriesOf(LANGUAGES)
    .filter(([code]) => code !== text.language)
    .filter(([code]) => !text.translations.some(({ language }) => language === code))
    .map(([value, { name }]) => ({ value, label: name }))

/** Publishes a translation of the version in force. */
export function TranslateForm({ text, onClose }: { text: PublishedText; onClose: () => void }) {
  const { kind, version } = text
  const choices = missingLanguages(text)
  // Only the text: another admin may have translated it into that language since.
  const { start, keep, onSent } = useDraft(`translation ${text.id}`, { body: '' }, onClose)
  const fields = useFields<Fields>({ ...start, language: choices[0]?.value ?? 'es' })
  const { control, field, getValues, handleSubmit, showErrors } = fields
  const keepText = () => keep({ body: getValues('body') })
  const body = useWatch({ control, name: 'body' })
  const publish = useChange('publishLegalTranslation', {
    done: t`Published.`,
    onDone: onSent,
    showFailure: showErrors,
  })
  const submit = handleSubmit(({ language, body: written }) =>
    publish.mutate({ body: { kind, version, language, body: written.trim() } }),
  )
  return (
    <form onSubmit={submit} onChange={keepText} noValidate className="grid gap-4">
      <SelectField label={t`Language`} choices={choices} {...field('language')} />
      <details open className="rounded-lg border border-line">
        <summary className="cursor-pointer px-4 py-2.5 text-sm font-medium">
          <Trans>Original, in {languageName(text.language)}</Trans>
        </summary>
        <p
          lang={text.language}
          className="max-h-60 overflow-auto px-4 pb-4 text-sm wrap-anywhere whitespace-pre-line"
        >
          {text.body}
        </p>
      </details>
      <TextBody label={t`Translation`} field={field} body={body} pending={publish.isPending} />
    </form>
  )
}
