import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { localize } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { State } from '../parts/list/cells.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useChange } from '../session/use-change.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import { rowButton } from './use-row-focus.ts'
import { correctionsQuery, importQuery, type FailedRow, type MemberImport } from './queries.ts'

type FailedRowsProps = {
  own: MemberImport
  /** Called after a dialog has closed. */
  returnFocus: () => void
}

/** The rows that aren't members, with the reason, and what an admin can do about them. */
export function FailedRows({ own, returnFocus }: FailedRowsProps) {
  const [corrected, setCorrected] = useState<FailedRow | null>(null)
  const detail = useQuery(importQuery(own))
  return (
    <>
      <Loaded
        query={detail}
        loading={t`Loading the failed rows`}
        failed={t`We couldn’t load the failed rows`}
        lines={2}
      >
        {({ failures }) => (
          <Rows own={own} rows={failures} onCorrect={setCorrected} returnFocus={returnFocus} />
        )}
      </Loaded>
      {/* Keeps what is typed, whatever happens to the rows. */}
      <CorrectDialog
        id={own.id}
        row={corrected}
        onClose={() => setCorrected(null)}
        returnFocus={returnFocus}
      />
    </>
  )
}

const COLUMNS: readonly Column<FailedRow>[] = [
  { key: 'row', label: t`Row`, show: ({ row }) => row },
  { key: 'username', label: t`Username`, title: true, show: ({ username }) => username },
  { key: 'state', label: t`State`, show: ({ state }) => <State of="row" code={state} /> },
]

type Deeds = {
  isProposed: (row: FailedRow) => boolean
  onRetry: (row: FailedRow) => void
  onCorrect: (row: FailedRow) => void
  onSkip: (row: FailedRow) => void
}

const columnsOf = ({ isProposed, onRetry, onCorrect, onSkip }: Deeds): Column<FailedRow>[] => [
  ...COLUMNS,
  {
    key: 'why',
    label: t`Reason`,
    text: true,
    show: (row) => (
      <>
        {whyText(row)}
        {isProposed(row) && (
          <span className="block text-xs text-faint">
            <Trans>Correction awaits approval</Trans>
          </span>
        )}
      </>
    ),
  },
  {
    key: 'actions',
    label: t`Actions`,
    mute: true,
    actions: true,
    show: (row) => (
      <RowActions
        row={row}
        isProposed={isProposed(row)}
        onRetry={() => onRetry(row)}
        onCorrect={() => onCorrect(row)}
        onSkip={() => onSkip(row)}
      />
    ),
  },
]

type RowsProps = FailedRowsProps & {
  rows: readonly FailedRow[]
  onCorrect: (row: FailedRow) => void
}

function Rows({ own, rows, onCorrect, returnFocus }: RowsProps) {
  const { id } = own
  const [skipped, setSkipped] = useState<{ rows?: number[]; expected: number } | null>(null)
  const waiting = useQuery(correctionsQuery).data?.results
  const proposed = new Set(
    waiting?.filter((each) => each.import_id === id).map(({ row }) => row) ?? [],
  )
  const retry = useChange('retryImportRows', { done: t`Retrying the rows.` })
  const close = () => setSkipped(null)
  const skip = useChange('skipImportRows', { done: t`Skipped.`, onDone: close })
  const columns = columnsOf({
    isProposed: ({ row }) => proposed.has(row),
    onRetry: ({ row }) => retry.mutate({ params: { id }, body: { rows: [row] } }),
    onCorrect,
    onSkip: ({ row }) => setSkipped({ rows: [row], expected: 1 }),
  })
  const total = own.failed + own.blocked + own.skipped
  const skipChosen = (reason: string) => {
    if (skipped) skip.mutate({ params: { id }, body: { ...skipped, reason } })
  }
  return (
    <div className="grid gap-3">
      {own.failed > 1 && (
        <ForAll
          pending={retry.isPending}
          onRetry={() => retry.mutate({ params: { id }, body: {} })}
          // More rows may fail while the dialog is open.
          onSkip={() => setSkipped({ expected: own.failed })}
        />
      )}
      <DataTable
        label={t`Rows that aren’t members`}
        columns={columns}
        rows={rows}
        keyOf={({ row }) => String(row)}
      />
      {rows.length < total && (
        <p className="text-xs text-faint">
          <Trans>
            {rows.length} of {total} are shown.
          </Trans>
        </p>
      )}
      <ReasonDialog
        open={skipped !== null}
        onClose={close}
        returnFocus={returnFocus}
        about={`import ${id}, ${skipped?.rows?.join() ?? 'all'}`}
        title={t`Skip rows`}
        description={t`Rows below stay blocked until you correct their sponsor or skip them.`}
        action={t`Skip`}
        danger
        pending={skip.isPending}
        onConfirm={skipChosen}
      />
    </div>
  )
}

type ForAllProps = { pending: boolean; onRetry: () => void; onSkip: () => void }

const ForAll = ({ pending, onRetry, onSkip }: ForAllProps) => (
  <div className="flex flex-wrap gap-2">
    <Button size="small" pending={pending} onClick={onRetry}>
      <Trans>Retry all that failed</Trans>
    </Button>
    <Button size="small" kind="danger" onClick={onSkip}>
      <Trans>Skip all that failed</Trans>
    </Button>
  </div>
)

function whyText({ state, sponsor, sponsor_row: above, ...row }: FailedRow): string {
  if (state === 'skipped') return t`Skipped by ${row.skipped_by ?? ''}: ${row.skip_reason ?? ''}`
  if (state === 'blocked' && above !== null) return t`Waits for row ${above}, ${sponsor}.`
  return localize(row.detail, row.text)
}

type RowActionsProps = {
  row: FailedRow
  isProposed: boolean
  onRetry: () => void
  onCorrect: () => void
  onSkip: () => void
}

function RowActions({ row, isProposed, onRetry, onCorrect, onSkip }: RowActionsProps) {
  // Its name was deleted, so nothing is left to import.
  if (row.username === '') return null
  const { username, state, row: no } = row
  return (
    <div className="flex flex-wrap gap-1">
      {state !== 'blocked' && (
        <Button size="small" kind="quiet" {...rowButton('retry', no)} onClick={onRetry}>
          <Trans>
            Retry<span className="sr-only"> {username}</span>
          </Trans>
        </Button>
      )}
      {!isProposed && (
        <Button size="small" kind="quiet" {...rowButton('correct', no)} onClick={onCorrect}>
          <Trans>
            Correct<span className="sr-only"> {username}</span>
          </Trans>
        </Button>
      )}
      {state !== 'skipped' && (
        <Button size="small" kind="quiet" {...rowButton('skip', no)} onClick={onSkip}>
          <Trans>
            Skip<span className="sr-only"> {username}</span>
          </Trans>
        </Button>
      )}
    </div>
  )
}
