import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { momentText } from '../../ui/format/time-text.ts'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { call } from '../session/call.ts'
import { None, Time } from '../parts/list/cells.tsx'
import { failureText } from '../webhook/failure-text.ts'
import type { Column } from '../../ui/table/column.ts'
import type { Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'
import { ACTION_CHOICES, actionText } from './action-text.ts'
import { ChangedFields, changedFields, Difference } from './difference.tsx'
import { objectCode, objectName } from './object-name.ts'

/** Operators' reasons appear as they wrote them. The product's own one is a webhook's failure. */
const reasonText = ({ operator, reason }: RowOf<'listAuditEntries'>): string =>
  operator === 'webhooks' ? failureText(reason ?? '') : (reason ?? '')

const COLUMNS: Column<RowOf<'listAuditEntries'>>[] = [
  { key: 'id', label: t`No.`, figures: true, show: (row) => row.id },
  {
    key: 'at',
    label: t`Time`,
    show: (row) => <Time at={row.at} />,
    glance: (row) => momentText(row.at),
  },
  {
    key: 'operator',
    label: t`Operator`,
    show: (row) => row.operator,
    glance: (row) => <span className="text-soft">{row.operator}</span>,
  },
  {
    key: 'action',
    label: t`Action`,
    title: true,
    // Next to the reasons, it would get a word per line.
    className: 'min-w-32',
    show: (row) => actionText(row.action),
  },
  {
    key: 'object',
    label: t`Object`,
    className: 'min-w-40',
    show: (row) => objectName(row.object),
    glance: (row) => objectName(row.object),
  },
  {
    key: 'reason',
    text: true,
    label: t`Reason`,
    has: (row) => Boolean(row.reason),
    show: (row) => (row.reason ? <span className="break-words">{reasonText(row)}</span> : <None />),
  },
  {
    key: 'change',
    label: t`Changes`,
    has: (row) => changedFields(row).length > 0,
    show: (row) => <Difference entry={row} />,
    unfolded: (row) => <ChangedFields entry={row} />,
  },
]

const FILTERS: Filter[] = [
  { key: 'text', label: t`Text`, kind: 'text', placeholder: t`Any words` },
  { key: 'operator', label: t`Operator`, kind: 'text' },
  {
    key: 'object',
    label: t`Object`,
    kind: 'text',
    placeholder: objectName('member 12'),
    codeOf: objectCode,
  },
  { key: 'action', label: t`Action`, kind: 'choice', choices: ACTION_CHOICES },
  { key: 'from', label: t`From`, kind: 'date', edge: 'start' },
  { key: 'to', label: t`To`, kind: 'date', edge: 'end' },
]

/** Who did what, when and why. Entries never change; each one's hash covers those before it. */
export function AuditLog() {
  return (
    <ListPage
      name="listAuditEntries"
      title={t`Audit log`}
      intro={t`Every change made by staff. Entries can’t be edited; each hash covers the last.`}
      columns={COLUMNS}
      filters={FILTERS}
      keyOf={(row) => row.id}
      empty={t`No entries match.`}
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
        ? toast(t`The chain is intact`, { description: t`${entries} entries.`, kind: 'success' })
        : toastError(
            t`The chain is broken`,
            t`At entry ${brokenAt ?? ''}. Tell an admin right away.`,
          ),
    onError: (error) => toastError(t`Not checked`, messageOf(error, t`Please try again.`)),
  })
  return (
    <Button size="small" icon="shield" pending={check.isPending} onClick={() => check.mutate()}>
      <Trans>Check chain</Trans>
    </Button>
  )
}
