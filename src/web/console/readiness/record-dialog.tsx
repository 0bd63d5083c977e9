import { useState } from 'react'
import { messageLength } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { useChange } from '../session/use-change.ts'
import type { Item } from './queries.ts'
import { formText } from '../../ui/form/form-text.ts'

/** Records what shows that an item is done, or that it is not any more. */
export function RecordDialog({ item, onClose }: { item: Item | null; onClose: () => void }) {
  return (
    <Dialog
      open={item !== null}
      onClose={onClose}
      title={item?.title ?? 'Record'}
      description={item?.why}
    >
      {item && <RecordForm item={item} onClose={onClose} />}
    </Dialog>
  )
}

function RecordForm({ item, onClose }: { item: Item; onClose: () => void }) {
  const [error, setError] = useState<string>()
  const record = useChange('recordReadinessItem', { done: 'Recorded.', onDone: onClose })
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const evidence = formText(event.currentTarget, 'evidence')
        setError(evidence ? undefined : 'Enter the evidence.')
        if (!evidence) return
        const done = formText(event.currentTarget, 'done') !== ''
        record.mutate({ params: { item: item.name }, body: { evidence, done } })
      }}
    >
      <TextArea
        label="Evidence"
        name="evidence"
        rows={5}
        maxLength={messageLength.max}
        defaultValue={item.evidence ?? ''}
        error={error}
      />
      <CheckField
        label="Done"
        hint="Counts once two admins record the same text with this box checked."
        name="done"
        defaultChecked={item.done || item.needs_confirmation}
      />
      <Button kind="primary" type="submit" pending={record.isPending} wide>
        Record
      </Button>
    </form>
  )
}
