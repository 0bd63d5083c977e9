import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Readiness, Item } from './queries.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { Loaded } from '../../ui/table/loaded.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { useMay } from '../session/permission.ts'
import { useOperator } from '../session/operator-session.ts'
import { Head } from '../parts/head.tsx'
import { LegalTexts } from './legal-texts.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { checklistQuery, evidenceOf, whyOf, titleOf } from './queries.ts'

/** The requirements before real money may come in: each item, its reason, and what is missing. */
export function ReadinessPage() {
  const list = useQuery(checklistQuery)
  const [recorded, setRecorded] = useState<Item | null>(null)
  return (
    <>
      <Head
        title={t`Readiness checklist`}
        intro={t`With real money, deposits stay closed until every item is done.`}
      />
      <Loaded
        query={list}
        loading={t`Loading the checklist`}
        failed={t`We couldn’t load the checklist`}
      >
        {(readiness) => (
          <div className="mt-4 grid max-w-5xl gap-4">
            <Verdict readiness={readiness} />
            <ol
              aria-label={t`Checklist`}
              className="overflow-hidden rounded-lg border border-line bg-sheet"
            >
              {readiness.items.map((item) => (
                <ChecklistItem key={item.name} item={item} onRecord={() => setRecorded(item)} />
              ))}
            </ol>
            <LegalTexts />
          </div>
        )}
      </Loaded>
      <RecordDialog item={recorded} onClose={() => setRecorded(null)} />
    </>
  )
}

function Verdict({ readiness }: { readiness: Readiness }) {
  const { items } = readiness
  const missing = items.filter(({ done }) => !done).length
  const { deposits_open: open, real_money: real, complete } = readiness
  return (
    <div
      className={joinClasses(
        'rounded-lg border px-4 py-3',
        complete ? 'border-good/50' : 'border-warn/60',
      )}
    >
      <p className="flex flex-wrap items-center gap-3 text-base font-semibold">
        {complete ? t`Every item is done` : t`${missing} of ${items.length} items are missing`}
        <Badge tone={open ? 'good' : 'bad'}>{open ? t`Deposits open` : t`Deposits closed`}</Badge>
      </p>
      <p className="mt-1 text-sm text-soft">
        {real
          ? t`This installation uses real money.`
          : t`There’s no real money here, so deposits are open regardless of this list.`}
      </p>
      {!open && (
        <p className="mt-1 text-sm text-soft">
          <Trans>
            While deposits are closed, we don’t issue addresses or accept requests. Transfers to
            existing addresses still arrive: we credit them or list them as unmatched deposits.
          </Trans>
        </p>
      )}
    </div>
  )
}

/** What an open item lacks. The reason says enough about the others that we check ourselves. */
function lackOf({ kind, name }: Item): string | null {
  if (kind === 'recorded') return t`No evidence yet.`
  const isText = name === 'terms' || name === 'privacy'
  return isText ? t`No version is published yet; publish one below.` : null
}

const GONE = { disabled: t`has been disabled`, not_admin: t`is no longer an admin` }

function ChecklistItem({ item, onRecord }: { item: Item; onRecord: () => void }) {
  const mayRecord = useMay('recordReadinessItem')
  const { username } = useOperator()
  return (
    <li
      className={
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 border-b border-line px-4 py-3.5 ' +
        'last:border-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]'
      }
    >
      <Icon
        name={item.done ? 'check' : 'alert'}
        className={joinClasses('mt-0.5 size-5 shrink-0', item.done ? 'text-good' : 'text-warn')}
      />
      <div className="min-w-0 text-sm wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {titleOf(item)}
          <Badge tone={item.done ? 'good' : 'warn'}>{item.done ? t`Done` : t`Missing`}</Badge>
        </p>
        <p className="mt-0.5 text-soft">{whyOf(item)}</p>
        <p className="mt-1.5 wrap-anywhere whitespace-pre-wrap">
          {evidenceOf(item) ?? (!item.done && <span className="text-faint">{lackOf(item)}</span>)}
        </p>
        {item.recorded_by && item.recorded_at && (
          <p className="mt-0.5 text-xs text-faint">
            <Trans>
              recorded by {item.recorded_by}
              {item.confirmed_by && t`, confirmed by ${item.confirmed_by}`},{' '}
              {dateTimeText(item.recorded_at)}
            </Trans>
          </p>
        )}
        {item.needs_confirmation && (
          <p className="mt-0.5 text-warn">
            <Trans>Needs another admin’s confirmation.</Trans>
          </p>
        )}
        {item.not_counted.map(({ operator, why }) => (
          <p key={operator} className="mt-0.5 text-warn">
            <Trans>
              {operator} recorded it and {GONE[why]}, so it no longer counts.
            </Trans>
          </p>
        ))}
      </div>
      {item.kind === 'checked' ? (
        <span className="text-xs text-faint max-sm:col-start-2">
          <Trans>checked automatically</Trans>
        </span>
      ) : (
        mayRecord && (
          <div className="max-sm:col-start-2">
            <Button size="small" onClick={onRecord}>
              {item.needs_confirmation && item.recorded_by !== username ? t`Confirm` : t`Record`}
              <span className="sr-only"> {titleOf(item)}</span>
            </Button>
          </div>
        )
      )}
    </li>
  )
}
