import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { None, State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import type { RowOf } from '../parts/list/list-name.ts'
import { Section } from '../parts/section.tsx'
import { SubList } from '../parts/list/sub-list.tsx'
import { changeText } from './access-approvals.tsx'
import { Head } from '../parts/head.tsx'
import { AccessDialog, type Wanted } from './access-dialog.tsx'
import { operatorsQuery } from './queries.ts'

type Operator = RowOf<'listOperators'>

const COLUMNS: Column<Operator>[] = [
  { key: 'username', label: 'Operator', title: true, show: (row) => row.username },
  { key: 'role', label: 'Role', show: (row) => wordsOf(row.role) },
  {
    key: 'totp',
    label: 'Second factor',
    show: (row) => (
      <Badge tone={row.totp_enrolled ? 'good' : 'warn'}>{row.totp_enrolled ? 'On' : 'Off'}</Badge>
    ),
  },
  { key: 'sessions', label: 'Sessions', figures: true, show: (row) => row.sessions },
  { key: 'seen', label: 'Last seen', show: (row) => <Time at={row.last_seen_at} /> },
  { key: 'since', label: 'Since', show: (row) => <Time at={row.created_at} /> },
  {
    key: 'state',
    label: 'State',
    show: (row) => <State code={row.disabled_at ? 'disabled' : 'active'} />,
  },
]

const CHANGES: Column<RowOf<'listAccessChanges'>>[] = [
  { key: 'what', label: 'Change', title: true, show: changeText },
  { key: 'status', label: 'State', show: (row) => <State code={row.status} /> },
  { key: 'reason', label: 'Reason', text: true, show: (row) => row.reason },
  { key: 'by', label: 'Requested by', show: (row) => row.requested_by },
  { key: 'at', label: 'Requested', show: (row) => <Time at={row.requested_at} /> },
  { key: 'decided', label: 'Decided by', show: (row) => row.decided_by ?? <None /> },
]

const actionsColumn = (onWant: (wanted: Wanted) => void): Column<Operator> => ({
  key: 'actions',
  label: 'Change',
  actions: true,
  show: ({ username, disabled_at: disabled }) =>
    disabled ? null : (
      <div className="flex flex-wrap gap-1">
        {(['role', 'reset', 'disable'] as const).map((kind) => (
          <Button key={kind} size="small" kind="quiet" onClick={() => onWant({ kind, username })}>
            {wordsOf(kind)}
            <span className="sr-only"> {username}</span>
          </Button>
        ))}
      </div>
    ),
})

/** Who works here and with which rights. Each change waits for a second admin. */
export function OperatorsPage() {
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const operators = useQuery(operatorsQuery)
  return (
    <>
      <Head title="Operators" intro="Access changes take effect once a second admin approves them.">
        <Button
          size="small"
          icon="plus"
          kind="primary"
          onClick={() => setWanted({ kind: 'add', username: '' })}
        >
          Add operator
        </Button>
      </Head>
      <div className="mt-4 grid gap-4">
        <Section title="Staff" flush>
          {operators.isPending && <SkeletonRows rows={3} label="Loading the operators" />}
          {operators.isError && (
            <ErrorPanel
              error={operators.error}
              title="We couldn’t load the operators"
              onRetry={() => void operators.refetch()}
            />
          )}
          {operators.data && (
            <DataTable
              label="Operators"
              columns={[...COLUMNS, actionsColumn(setWanted)]}
              rows={operators.data.results}
              keyOf={(row) => row.username}
            />
          )}
        </Section>
        <SubList
          name="listAccessChanges"
          input={{}}
          title="Access changes"
          columns={CHANGES}
          keyOf={(row) => row.id}
          empty="No access changes yet."
        />
      </div>
      <AccessDialog wanted={wanted} onClose={() => setWanted(null)} />
    </>
  )
}
