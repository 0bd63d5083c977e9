import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { incidentImpacts, incidentStates } from '../../../contract/fields/states.ts'
import type { CallInput } from '../../../contract/call.ts'
import { incidentText, incidentTitle } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/form/field.tsx'
import { filled } from '../../ui/form/required-text.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { choicesOf } from '../parts/list/filter.ts'
import { useChange } from '../session/use-change.ts'
import { useDraft } from '../session/use-draft.ts'
import type { Incident } from './queries.ts'

type Report = CallInput<'reportIncident'>['body']
type Update = CallInput<'updateIncident'>['body']

const EMPTY = { text_en: '', text_es: '' }

const NEW: Report = {
  ...EMPTY,
  impact: 'partial',
  state: 'investigating',
  title_en: '',
  title_es: '',
}

/** Reports an incident to everyone. */
export function ReportForm({ onClose }: { onClose: () => void }) {
  const { start, keep, onSent } = useDraft('incident', NEW, onClose)
  const { field, getValues, handleSubmit, showErrors } = useFields<Report>(start)
  const report = useChange('reportIncident', {
    done: t`Reported.`,
    onDone: onSent,
    showFailure: showErrors,
  })
  const submit = handleSubmit((body) => report.mutate({ body }))
  const max = incidentTitle.max
  return (
    <form onSubmit={submit} onChange={() => keep(getValues())} noValidate className="grid gap-4">
      <SelectField label={t`Impact`} choices={choicesOf(incidentImpacts)} {...field('impact')} />
      <Field
        label={t`Title in English`}
        lang="en"
        maxLength={max}
        {...field('title_en', filled(t`Enter a title.`))}
      />
      <Field
        label={t`Title in Spanish`}
        lang="es"
        maxLength={max}
        {...field('title_es', filled(t`Enter a title.`))}
      />
      <SelectField label={t`State`} choices={choicesOf(incidentStates)} {...field('state')} />
      <Texts english={field('text_en', filledText())} spanish={field('text_es', filledText())} />
      <Button kind="primary" type="submit" pending={report.isPending} wide>
        <Trans>Report</Trans>
      </Button>
    </form>
  )
}

/** Adds what we know now. A correction is a further update, too. */
export function UpdateForm({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  // Only the texts: another operator may have changed the state since.
  const { start, keep, onSent } = useDraft(`incident ${incident.id}`, EMPTY, onClose)
  const fields = useFields<Update>({ ...start, state: incident.state })
  const { field, getValues, handleSubmit, showErrors } = fields
  const keepTexts = () => keep({ text_en: getValues('text_en'), text_es: getValues('text_es') })
  const update = useChange('updateIncident', {
    done: t`Posted.`,
    onDone: onSent,
    showFailure: showErrors,
  })
  const after = incident.updates.at(-1)?.id
  const submit = handleSubmit((form) =>
    update.mutate({ params: { id: incident.id }, body: { ...form, after } }),
  )
  return (
    <form onSubmit={submit} onChange={keepTexts} noValidate className="grid gap-4">
      <SelectField label={t`State`} choices={choicesOf(incidentStates)} {...field('state')} />
      <Texts english={field('text_en', filledText())} spanish={field('text_es', filledText())} />
      <Button kind="primary" type="submit" pending={update.isPending} wide>
        <Trans>Post update</Trans>
      </Button>
    </form>
  )
}

const filledText = () => filled(t`Enter the text.`)

type Connected = ReturnType<ReturnType<typeof useFields<Update>>['field']>

function Texts({ english, spanish }: { english: Connected; spanish: Connected }) {
  const { max } = incidentText
  return (
    <>
      <TextArea label={t`Text in English`} lang="en" rows={4} maxLength={max} {...english} />
      <TextArea label={t`Text in Spanish`} lang="es" rows={4} maxLength={max} {...spanish} />
    </>
  )
}
