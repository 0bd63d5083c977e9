import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { call } from '../session/call.ts'
import { None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import type { Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'
import { Difference } from './difference.tsx'

const COLUMNS: Column<RowOf<'listAuditEntries'>>[] = [
  { key: 'id', label: 'No.', figures: true, show: (row) => row.id },
  { key: 'at', label: 'At', show: (row) => <Time at={row.at} /> },
  { key: 'operator', label: 'Operator', show: (row) => row.operator },
  { key: 'action', label: 'What', title: true, show: (row) => row.action },
  { key: 'object', label: 'Object', show: (row) => row.object },
  {
    key: 'reason',
    text: true,
    label: 'Reason',
    show: (row) => (row.reason ? <span className="break-words">{row.reason}</span> : <None />),
  },
  { key: 'change', label: 'Change', show: (row) => <Difference entry={row} /> },
]

const FILTERS: Filter[] = [
  { key: 'text', label: 'Text', kind: 'text', placeholder: 'Any words' },
  { key: 'operator', label: 'Operator', kind: 'text' },
  { key: 'action', label: 'What', kind: 'text', placeholder: 'approve withdrawal' },
  { key: 'object', label: 'Object', kind: 'text', placeholder: 'member 12' },
  { key: 'from', label: 'From', kind: 'date', edge: 'start' },
  { key: 'to', label: 'To', kind: 'date', edge: 'end' },
]

/** Who did what, when and why. Entries never change; each one's hash covers those before it. */
export function AuditLog() {
  return (
    <ListPage
      name="listAuditEntries"
      title="Audit log"
      intro="Every change made by staff. Entries can’t be edited; each hash covers the last."
      columns={COLUMNS}
      filters={FILTERS}
      keyOf={(row) => row.id}
      empty="No entries match."
    >
      <CheckChain />
    </ListPage>
  )
}

const TIMEOUT_MS = 120_000

function CheckChain() {
  const check = useMutation({
    mutationFn: () => call('checkAudit', {}, { timeoutMs: TIMEOUT_MS }),
    onSuccess: ({ ok, entries, broken_at: brokenAt }) =>
      ok
        ? toast('The chain is intact', { description: `${entries} entries.`, kind: 'success' })
        : toastError('The chain is broken', `At entry ${brokenAt}. Tell an admin right away.`),
    onError: (error) => toastError('Not checked', messageOf(error, 'Please try again.')),
  })
  return (
    <Button size="small" icon="shield" pending={check.isPending} onClick={() => check.mutate()}>
      Check chain
    </Button>
  )
}
