import { t } from '@lingui/core/macro'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { wordsOf } from '../parts/list/filter.ts'
import type { RowOf } from '../parts/list/list-name.ts'
import type { Wanted } from './access-dialog.tsx'

type Operator = RowOf<'listOperators'>

const COLUMNS: Column<Operator>[] = [
  { key: 'username', label: t`Operator`, title: true, show: (row) => row.username },
  { key: 'role', label: t`Role`, show: (row) => wordsOf(row.role) },
  {
    key: 'totp',
    label: t`Second factor`,
    show: ({ totp_enrolled: hasApp, passkeys }) => {
      const isOn = hasApp || passkeys > 0
      return <Badge tone={isOn ? 'good' : 'warn'}>{isOn ? t`On` : t`Off`}</Badge>
    },
  },
  { key: 'sessions', label: t`Sessions`, figures: true, show: (row) => row.sessions },
  { key: 'seen', label: t`Last seen`, show: (row) => <Time at={row.last_seen_at} /> },
  { key: 'since', label: t`Since`, show: (row) => <Time at={row.created_at} /> },
  {
    key: 'state',
    label: t`State`,
    show: (row) => <State code={row.disabled_at ? 'disabled' : 'active'} />,
  },
]

/** The columns of the operators. Buttons in the last one request an access change. */
export const operatorColumns = (onWant: (wanted: Wanted) => void) => [
  ...COLUMNS,
  actionsColumn(onWant),
]

const actionsColumn = (onWant: (wanted: Wanted) => void): Column<Operator> => ({
  key: 'actions',
  label: t`Change`,
  actions: true,
  show: ({ username, disabled_at: disabled }) =>
    disabled ? null : (
      <div className="flex flex-wrap gap-1 sm:flex-nowrap">
        {(['role', 'reset', 'disable'] as const).map((kind) => (
          <Button key={kind} size="small" kind="quiet" onClick={() => onWant({ kind, username })}>
            {wordsOf(kind)}
            <span className="sr-only"> {username}</span>
          </Button>
        ))}
      </div>
    ),
})
