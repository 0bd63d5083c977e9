import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { filled } from '../../ui/form/required-text.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { Listed } from '../parts/list/listed.tsx'
import { Section } from '../parts/section.tsx'
import { useChange } from '../session/use-change.ts'
import { useDraft } from '../session/use-draft.ts'
import { memberNotesQuery } from './queries.ts'

const EMPTY = { note: '' }

/** Staff's notes about a member, for other staff. Notes are permanent. */
export function MemberNotes({ id }: { id: string }) {
  const notes = useQuery(memberNotesQuery(id))
  const { start, keep, onSent } = useDraft(`note ${id}`, EMPTY)
  const { field, getValues, handleSubmit, showErrors, reset } = useFields(start)
  const add = useChange('addMemberNote', {
    done: t`Noted.`,
    onDone: () => {
      onSent()
      reset(EMPTY)
    },
    showFailure: showErrors,
  })
  const submit = handleSubmit(({ note }) =>
    add.mutate({ params: { id }, body: { note: note.trim() } }),
  )
  return (
    <Section title={t`Notes`} note={t`Visible to staff only. Notes can’t be edited.`}>
      <form onSubmit={submit} onChange={() => keep(getValues())} noValidate className="grid gap-3">
        <TextArea
          label={t`New note`}
          rows={3}
          maxLength={2000}
          required
          {...field('note', filled(t`Write a note.`))}
        />
        <div>
          <Button type="submit" size="small" kind="primary" pending={add.isPending}>
            <Trans>Add note</Trans>
          </Button>
        </div>
      </form>
      <Listed query={notes} title={t`Notes`} lines={2}>
        {({ results }) => (
          <ul className="mt-4">
            {results.map(({ id: note, operator, note: text, at }) => (
              <li key={note} className="border-t border-line py-3 text-sm">
                <p className="text-xs text-faint">
                  {operator}, {dateTimeText(at)}
                </p>
                <p className="mt-0.5 wrap-anywhere whitespace-pre-wrap">{text}</p>
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </Section>
  )
}
