import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { messageLength } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { useChange } from '../session/use-change.ts'
import { useDraft } from '../session/use-draft.ts'
import { filled } from '../../ui/form/required-text.ts'
import { whyOf, titleOf, type Item } from './queries.ts'

/** Records the evidence that an item is done, or that it no longer is. */
export function RecordDialog({ item, onClose }: { item: Item | null; onClose: () => void }) {
  return (
    <ChangeDialog
      open={item !== null}
      onClose={onClose}
      title={item ? titleOf(item) : t`Record`}
      description={item ? whyOf(item) : undefined}
    >
      {item && <RecordForm item={item} onClose={onClose} />}
    </ChangeDialog>
  )
}

function RecordForm({ item, onClose }: { item: Item; onClose: () => void }) {
  const saved = { evidence: item.evidence ?? '' }
  // Only the text: another admin may have recorded the item since.
  const { start, keep, onSent } = useDraft(`readiness ${item.name}`, saved, onClose)
  const fields = useFields({ ...start, done: item.done || item.needs_confirmation })
  const { field, getValues, handleSubmit, showErrors } = fields
  const keepText = () => keep({ evidence: getValues('evidence') })
  const record = useChange('recordReadinessItem', {
    done: t`Recorded.`,
    onDone: onSent,
    showFailure: showErrors,
  })
  const submit = handleSubmit(({ evidence, done }) =>
    record.mutate({ params: { item: item.name }, body: { evidence: evidence.trim(), done } }),
  )
  return (
    <form onSubmit={submit} onChange={keepText} noValidate className="grid gap-4">
      <TextArea
        label={t`Evidence`}
        rows={5}
        maxLength={messageLength.max}
        {...field('evidence', filled(t`Enter the evidence.`))}
      />
      <CheckField
        label={t`Done`}
        hint={t`Counts once two admins record the same text with this box checked.`}
        {...field('done')}
      />
      <Button kind="primary" type="submit" pending={record.isPending} wide>
        <Trans>Record</Trans>
      </Button>
    </form>
  )
}
