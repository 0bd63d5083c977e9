import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { readServerNowMs } from '../../client/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/table/column.ts'
import { State, Time } from '../parts/list/cells.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import type { ApiKey } from './queries.ts'

const stateOf = ({ revoked_at: revoked, expires_at: expires }: ApiKey): string => {
  if (revoked !== null) return 'revoked'
  return Date.parse(expires) < readServerNowMs() ? 'expired' : 'active'
}

const COLUMNS: Column<ApiKey>[] = [
  { key: 'name', label: t`Key`, title: true, show: (row) => row.name },
  { key: 'role', label: t`Role`, show: (row) => wordsOf(row.role) },
  { key: 'state', label: t`State`, show: (row) => <State of="key" code={stateOf(row)} /> },
  { key: 'used', label: t`Last used`, show: (row) => <Time at={row.last_used_at} /> },
  { key: 'expires', label: t`Expires`, show: (row) => <Time at={row.expires_at} /> },
  {
    key: 'by',
    label: t({ message: 'Added by', context: 'API key' }),
    show: (row) => row.created_by,
  },
]

/** The columns of the keys, with a button to revoke each that works. */
export const apiKeyColumns = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  ...COLUMNS,
  {
    key: 'revoke',
    label: t`Revoke`,
    actions: true,
    show: (row) =>
      stateOf(row) === 'active' ? (
        <Button size="small" kind="quiet" onClick={() => onRevoke(row)}>
          <Trans>
            Revoke<span className="sr-only"> {row.name}</span>
          </Trans>
        </Button>
      ) : null,
  },
]
