import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { DetailList } from '../../ui/details.tsx'
import { Empty } from '../../ui/notice.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { paths } from '../parts/console-paths.ts'
import { Head } from '../parts/head.tsx'
import { None, Time } from '../parts/list/cells.tsx'
import { Section } from '../parts/section.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { nameOf, webhooksQuery, type Webhook } from './queries.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookState } from './webhook-state.tsx'

/** One endpoint: its health, its deliveries, and the actions for it. */
export function WebhookPage() {
  const { id = '' } = useParams()
  const webhooks = useQuery(webhooksQuery)
  return (
    <Loaded
      query={webhooks}
      loading={t`Loading the webhook`}
      failed={t`We couldn’t load this webhook`}
      lines={6}
    >
      {(data) => <OneOf webhooks={data} id={id} />}
    </Loaded>
  )
}

function OneOf({ webhooks, id }: { webhooks: Webhook[]; id: string }) {
  const webhook = webhooks.find((each) => each.id === id)
  return webhook ? <Shown webhook={webhook} /> : <Gone />
}

const Gone = () => (
  <Empty icon="search" title={t`This webhook doesn’t exist, or was removed.`}>
    <title>{t`Not found · Twofold console`}</title>
    <ButtonLink to={paths.webhooks()}>
      <Trans>All webhooks</Trans>
    </ButtonLink>
  </Empty>
)

function Shown({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <Head title={nameOf(webhook)}>
        <WebhookActions webhook={webhook} />
      </Head>
      <div className="mt-2">
        <WebhookState webhook={webhook} />
      </div>
      <div className="mt-4 grid items-start gap-4 2xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0 max-2xl:order-last">
          <DeliveryList webhook={webhook} />
        </div>
        <Section title={t`Details`}>
          <Facts webhook={webhook} />
        </Section>
      </div>
    </>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  return (
    <DetailList
      details={{
        URL: <span className="break-all">{webhook.url}</span>,
        [t`Events`]: webhook.events.join(', '),
        [t`Waiting`]: webhook.pending,
        [t`Failed in 30 days`]: webhook.failed,
        [t`Failing since`]: <Time at={webhook.failing_since} />,
        [t`Disabled`]: <Time at={webhook.disabled_at} />,
        [t`Disabled by`]: webhook.disabled_by ?? <None />,
        [t`Old secret works until`]: <Time at={webhook.previous_secret_until} />,
        [t`Added by`]: webhook.created_by,
        [t`Added`]: <Time at={webhook.created_at} />,
      }}
    />
  )
}
