import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { groupThousands } from '../../client/format/number-text.ts'
import { useNow } from '../../client/use-now.ts'
import { dateText, dateTimeText } from '../../ui/format/time-text.ts'
import { State } from '../parts/list/cells.tsx'
import { Section } from '../parts/section.tsx'
import { DecideFile } from './decide-file.tsx'
import { FailedRows } from './failed-rows.tsx'
import { placeProposed, type MemberImport } from './queries.ts'
import { Simulate } from './simulate.tsx'
import { useRowFocus } from './use-row-focus.ts'

/** An import with its progress, and the decision while it waits for one. */
export function ImportCard({ own }: { own: MemberImport }) {
  const { id, name, state, rows, done } = own
  const left = own.failed + own.blocked + own.skipped
  const { card, returnFocus } = useRowFocus()
  return (
    <div ref={card} className="min-w-0">
      <Section title={name} note={t`Import ${id}`} actions={<State of="import" code={state} />}>
        <div className="grid gap-3 text-sm">
          <p className="text-xs text-faint">
            <Trans>
              proposed by {own.proposed_by}, {dateTimeText(own.proposed_at)}
            </Trans>
            {own.decided_by !== null && own.decided_at !== null && (
              <>
                <br />
                <Trans>
                  decided by {own.decided_by}, {dateTimeText(own.decided_at)}
                </Trans>
              </>
            )}
          </p>
          <p>
            {state === 'proposed' || state === 'discarded'
              ? plural(rows, { one: '# member', other: '# members' })
              : progressText(own)}
          </p>
          {own.names_until !== null && <NamesUntil at={own.names_until} />}
          {state === 'approved' && (
            <progress
              className="w-full max-w-md"
              aria-label={t`Progress of ${name}`}
              max={rows}
              value={done + left}
            />
          )}
          {state === 'proposed' && <Simulate run={() => placeProposed(id)} />}
          {state === 'proposed' && <DecideFile own={own} returnFocus={returnFocus} />}
          {left > 0 && <FailedRows own={own} returnFocus={returnFocus} />}
        </div>
      </Section>
    </div>
  )
}

function progressText(own: MemberImport): string {
  const [done, rows, failed] = [grouped(own.done), grouped(own.rows), grouped(own.failed)]
  const [invited, blocked] = [grouped(own.invited), grouped(own.blocked)]
  const skipped = grouped(own.skipped)
  return [
    t`${done} of ${rows} members imported, ${failed} failed, ${invited} invited`,
    ...(own.blocked > 0 ? [t`${blocked} wait for their sponsor`] : []),
    ...(own.skipped > 0 ? [t`${skipped} skipped`] : []),
  ].join(', ')
}

const grouped = (count: number): string => groupThousands(String(count))

/** Until when the names in the rows are kept. */
function NamesUntil({ at }: { at: string }) {
  const date = dateText(at)
  const isOver = Date.parse(at) < useNow(60_000)
  return (
    <p className="text-xs text-faint">
      {isOver
        ? t`The names and addresses in its rows were deleted on ${date}.`
        : t`The names and addresses in its rows are deleted on ${date}.`}
    </p>
  )
}
