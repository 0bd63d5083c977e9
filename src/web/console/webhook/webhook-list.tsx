import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/notice.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { ChangeDialog } from '../parts/change-dialog.tsx'
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
  { key: 'name', label: t`Webhook`, title: true, text: true, show: (row) => wrap(nameOf(row)) },
  { key: 'host', label: t`Host`, text: true, show: (row) => wrap(new URL(row.url).host) },
  { key: 'events', label: t`Event types`, figures: true, show: (row) => row.events.length },
  { key: 'state', label: t`State`, show: (row) => <WebhookState webhook={row} /> },
  { key: 'pending', label: t`Waiting`, figures: true, show: (row) => row.pending },
  { key: 'failed', label: t`Failed`, figures: true, show: (row) => row.failed },
]

const NoneYet = () => (
  <Empty
    icon="share"
    title={t`No webhooks yet.`}
    text={t`Add the URL of another system, and choose the events it gets.`}
  />
)

const Endpoints = ({ rows }: { rows: Webhook[] }) => (
  <DataTable
    label={t`Endpoints`}
    columns={COLUMNS}
    rows={rows}
    keyOf={(row) => row.id}
    linkOf={(row) => paths.webhook(row.id)}
  />
)

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
      <Trans>Add webhook</Trans>
    </Button>
  )
  return (
    <>
      <Head
        title={t`Webhooks`}
        intro={t`Your other systems get an HTTPS request whenever something happens to a member.`}
      >
        {addButton}
      </Head>
      <div className="mt-4">
        <Section title={t`Endpoints`} flush>
          <Loaded
            query={webhooks}
            loading={t`Loading the webhooks`}
            failed={t`We couldn’t load the webhooks`}
            lines={3}
          >
            {(rows) => (rows.length > 0 ? <Endpoints rows={rows} /> : <NoneYet />)}
          </Loaded>
        </Section>
      </div>
      <ChangeDialog
        wide
        open={adding}
        onClose={close}
        title={secret ? t`The webhook’s secret` : t`Add a webhook`}
      >
        {secret ? (
          <SecretShown
            secret={secret}
            label={t`Copy the secret`}
            note={t`The other system checks our signatures with it. We show it only now.`}
          />
        ) : (
          <AddForm onAdded={setSecret} />
        )}
      </ChangeDialog>
    </>
  )
}
