import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty, ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { paths } from '../parts/console-paths.ts'
import { Head } from '../parts/head.tsx'
import { SecretShown } from '../parts/secret-shown.tsx'
import { Section } from '../parts/section.tsx'
import { nameOf, webhooksQuery, type Webhook } from './queries.ts'
import { AddForm } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'

/** Names and hosts may be long, without a space. */
const wrap = (words: string) => <span className="wrap-anywhere">{words}</span>

const COLUMNS: Column<Webhook>[] = [
  { key: 'name', label: 'Webhook', title: true, text: true, show: (row) => wrap(nameOf(row)) },
  { key: 'host', label: 'Host', text: true, show: (row) => wrap(new URL(row.url).host) },
  { key: 'events', label: 'Event types', figures: true, show: (row) => row.events.length },
  { key: 'state', label: 'State', show: (row) => <WebhookState webhook={row} /> },
  { key: 'pending', label: 'Waiting', figures: true, show: (row) => row.pending },
  { key: 'failed', label: 'Failed', figures: true, show: (row) => row.failed },
]

/** The endpoints of the company's other systems. */
export function WebhookList() {
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const webhooks = useQuery(webhooksQuery)
  const close = () => {
    setAdding(false)
    setSecret(null)
  }
  const addButton = (
    <Button size="small" icon="plus" kind="primary" onClick={() => setAdding(true)}>
      Add webhook
    </Button>
  )
  return (
    <>
      <Head
        title="Webhooks"
        intro="Your other systems get an HTTPS request whenever something happens to a member."
      >
        {addButton}
      </Head>
      <div className="mt-4">
        <Section title="Endpoints" flush>
          {webhooks.isPending && <SkeletonRows rows={3} label="Loading the webhooks" />}
          {webhooks.isError && (
            <ErrorPanel
              error={webhooks.error}
              title="We couldn’t load the webhooks"
              onRetry={() => void webhooks.refetch()}
            />
          )}
          {webhooks.data?.length === 0 && (
            <Empty
              icon="share"
              title="No webhooks yet."
              text="Add the URL of another system, and choose the events it gets."
            />
          )}
          {webhooks.data && webhooks.data.length > 0 && (
            <DataTable
              label="Endpoints"
              columns={COLUMNS}
              rows={webhooks.data}
              keyOf={(row) => row.id}
              linkOf={(row) => paths.webhook(row.id)}
            />
          )}
        </Section>
      </div>
      <Dialog
        open={adding}
        onClose={close}
        title={secret ? 'The webhook’s secret' : 'Add a webhook'}
        wide
      >
        {secret ? (
          <SecretShown
            secret={secret}
            label="Copy the secret"
            note="The other system checks our signatures with it. We show it only now."
          />
        ) : (
          <AddForm onAdded={setSecret} />
        )}
      </Dialog>
    </>
  )
}
