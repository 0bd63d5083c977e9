import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LANGUAGES, languages } from '../../../contract/fields/languages.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { choicesOf } from '../parts/list/filter.ts'
import { useDraft } from '../session/use-draft.ts'
import { useChange } from '../session/use-change.ts'
import type { FailedRow } from './queries.ts'

const SIDES = [{ value: '', label: t`First free position` }, ...choicesOf(['left', 'right'])]
const SPOKEN = languages.map((value) => ({ value, label: LANGUAGES[value].name }))

type CorrectDialogProps = {
  id: string
  row: FailedRow | null
  onClose: () => void
  returnFocus: () => void
}

/** Proposes other values for a row that failed. */
export const CorrectDialog = ({ id, row, onClose, returnFocus }: CorrectDialogProps) => (
  <ChangeDialog
    open={row !== null}
    onClose={onClose}
    returnFocus={returnFocus}
    title={t`Correct row ${row?.row ?? ''}`}
    description={t`Another admin has to approve the new values.`}
  >
    {row && <Form key={row.row} id={id} row={row} onClose={onClose} />}
  </ChangeDialog>
)

type FormProps = { id: string; row: FailedRow; onClose: () => void }

function Form({ id, row: was, onClose }: FormProps) {
  const { row, username, email, sponsor, plans, side, language } = was
  const saved = { username, email, sponsor, plans, side, language }
  const { start, keep, onSent } = useDraft(`correction ${id} ${row}`, saved, onClose)
  const { field, getValues, handleSubmit, showErrors } = useFields(start)
  const correct = useChange('correctImportRow', {
    done: t`Proposed. Another admin can approve it now.`,
    onDone: onSent,
    showFailure: showErrors,
  })
  const submit = handleSubmit((cells) =>
    correct.mutate({ params: { id }, body: { row, ...cells } }),
  )
  return (
    <form onSubmit={submit} onChange={() => keep(getValues())} noValidate className="grid gap-4">
      <Field label={t`Username`} autoComplete="off" {...field('username')} />
      <Field label={t`Email`} type="email" autoComplete="off" {...field('email')} />
      <Field
        label={t`Sponsor`}
        autoComplete="off"
        hint={t`A member’s username. Leave it empty for the company.`}
        {...field('sponsor')}
      />
      <Field label={t`Plans`} hint={t`Such as BR SI.`} {...field('plans')} />
      <SelectField label={t`Side`} choices={SIDES} {...field('side')} />
      <SelectField label={t`Language`} choices={SPOKEN} {...field('language')} />
      <Button kind="primary" type="submit" pending={correct.isPending} wide>
        <Trans>Propose correction</Trans>
      </Button>
    </form>
  )
}
