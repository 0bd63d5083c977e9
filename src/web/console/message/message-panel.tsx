import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { messageLength } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { filled } from '../../ui/form/required-text.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { paths } from '../parts/console-paths.ts'
import { useKeys } from '../parts/use-keys.ts'
import { CellLink } from '../parts/list/cells.tsx'
import { useMay } from '../session/permission.ts'
import { useChange } from '../session/use-change.ts'
import { useDraft } from '../session/use-draft.ts'
import type { Message } from './queries.ts'
import { useClaim } from '../parts/queue/use-claim.ts'

/** One message and its answer. We always show it as plain text, exactly as written. */
export function MessagePanel({ item, onDone }: { item: Message; onDone: () => void }) {
  return (
    <article
      aria-label={t`Message ${item.id}`}
      className="rounded-lg border border-line bg-sheet text-sm"
    >
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-base font-semibold wrap-anywhere">{item.subject || t`No subject`}</h2>
        <p className="mt-0.5 wrap-anywhere text-soft">
          {item.name} · <CellLink to={paths.members(item.email)}>{item.email}</CellLink>
        </p>
        <p className="figures text-xs text-faint">{dateTimeText(item.received_at)}</p>
      </header>
      <p className="px-4 py-4 wrap-anywhere whitespace-pre-wrap">{item.message}</p>
      {item.answer === null ? (
        <AnswerForm item={item} onDone={onDone} />
      ) : (
        <div className="border-t border-line px-4 py-4">
          <p className="text-xs text-faint">
            <Trans>
              Answered by {item.answered_by}
              {item.answered_at && `, ${dateTimeText(item.answered_at)}`}
            </Trans>
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{item.answer}</p>
        </div>
      )}
    </article>
  )
}

function AnswerForm({ item, onDone }: { item: Message; onDone: () => void }) {
  const mayAnswer = useMay('answerMessage')
  const claimed = useClaim('messages', item.id, mayAnswer)
  const { start, keep, onSent } = useDraft(`message ${item.id}`, { answer: '' }, onDone)
  const { field, getValues, handleSubmit, showErrors, setFocus } = useFields(start)
  const answer = useChange('answerMessage', {
    done: t`Answered. The email to ${item.email} is on its way.`,
    onDone: onSent,
    showFailure: showErrors,
  })
  useKeys({ a: () => setFocus('answer') })
  const submit = handleSubmit(({ answer: text }) =>
    answer.mutate({ params: { id: item.id }, body: { answer: text.trim() } }),
  )
  return (
    <form
      onSubmit={submit}
      onChange={() => keep(getValues())}
      noValidate
      className="grid gap-3 border-t border-line p-4"
    >
      {claimed && <p className="text-warn">{claimed}</p>}
      <TextArea
        label={t`Answer`}
        rows={7}
        maxLength={messageLength.max}
        {...field('answer', filled(t`Write an answer.`))}
      />
      <Button kind="primary" type="submit" disabled={claimed !== null} pending={answer.isPending}>
        <Trans>Send answer</Trans>
      </Button>
    </form>
  )
}
