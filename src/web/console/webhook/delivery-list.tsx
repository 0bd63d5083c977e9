import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/table/column.ts'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { None, State, Time } from '../parts/list/cells.tsx'
import { SubList } from '../parts/list/sub-list.tsx'
import { StatusSwitch } from '../parts/queue/status-switch.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { REFRESH_MS, type Delivery, type Webhook } from './queries.ts'

const STATES = ['all', 'pending', 'delivered', 'failed']

const COLUMNS: Column<Delivery>[] = [
  { key: 'type', label: t`Event`, title: true, show: (row) => `${row.type} ${row.id}` },
  {
    key: 'member',
    label: t`Member`,
    figures: true,
    has: (row) => row.member_id !== null,
    show: (row) => row.member_id ?? <None />,
  },
  { key: 'state', label: t`State`, show: (row) => <State of="delivery" code={row.state} /> },
  { key: 'attempts', label: t`Attempts`, figures: true, show: (row) => row.attempts },
  {
    key: 'status',
    label: t`Answer`,
    figures: true,
    has: (row) => row.status !== null,
    show: (row) => row.status ?? <None />,
  },
  {
    key: 'last',
    label: t`Last sent`,
    has: (row) => row.last_at !== null,
    show: (row) => <Time at={row.last_at} />,
  },
  {
    key: 'next',
    label: t`Next try`,
    has: (row) => row.next_at !== null,
    show: (row) => <Time at={row.next_at} />,
  },
]

const detailColumn = (onShow: (id: string) => void): Column<Delivery> => ({
  key: 'details',
  label: t`Details`,
  actions: true,
  show: ({ id }) => (
    <Button size="small" kind="quiet" onClick={() => onShow(id)}>
      <Trans>
        Show<span className="sr-only"> event {id}</span>
      </Trans>
    </Button>
  ),
})

/** An endpoint's deliveries of the last 30 days, and its pending ones. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const [params] = useSearchParams()
  const [shown, setShown] = useState<string | null>(null)
  const state = STATES.find((each) => each === params.get('status')) ?? 'all'
  return (
    <div className="grid gap-2">
      <div className="max-w-full justify-self-start overflow-x-auto">
        <StatusSwitch of="deliveries" choices={STATES} current={state} />
      </div>
      <SubList
        key={state}
        name="listWebhookDeliveries"
        input={{ params: { id: webhook.id }, query: state === 'all' ? {} : { state } }}
        title={t`Deliveries`}
        columns={[...COLUMNS, detailColumn(setShown)]}
        keyOf={(row) => row.id}
        empty={t`No events yet. Events from the last 30 days appear here.`}
        refreshMs={REFRESH_MS}
        renderBelow={(rows) => {
          const delivery = rows.find(({ id }) => id === shown)
          return (
            <ChangeDialog
              open={delivery !== undefined}
              onClose={() => setShown(null)}
              title={t`Event ${shown ?? ''}`}
              wide
            >
              {delivery && <DeliveryDetail webhook={webhook} delivery={delivery} />}
            </ChangeDialog>
          )
        }}
      />
    </div>
  )
}
