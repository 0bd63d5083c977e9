import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { DetailList } from '../../ui/details.tsx'
import { CellLink, None, State, Time } from '../parts/list/cells.tsx'
import { paths } from '../parts/console-paths.ts'
import { useChange } from '../session/use-change.ts'
import { failureText } from './failure-text.ts'
import type { Delivery, Webhook } from './queries.ts'

type DeliveryDetailProps = { webhook: Webhook; delivery: Delivery }

/** The request, the response, and a button to send it again. */
export function DeliveryDetail({ webhook, delivery }: DeliveryDetailProps) {
  const replay = useChange('replayWebhookDelivery', { done: t`Queued again.` })
  const { id, member_id: member } = delivery
  return (
    <div className="grid gap-4">
      <DetailList
        details={{
          [t`Type`]: delivery.type,
          [t`ID`]: <span className="break-all">{delivery.event_id}</span>,
          [t`Member`]:
            member === null ? <None /> : <CellLink to={paths.member(member)}>{member}</CellLink>,
          [t`State`]: <State of="delivery" code={delivery.state} />,
          [t`Attempts`]: delivery.attempts,
          [t`Created`]: <Time at={delivery.created_at} />,
          [t`Last sent`]: <Time at={delivery.last_at} />,
          [t`Next try`]: <Time at={delivery.next_at} />,
          [t`HTTP status`]: delivery.status ?? <None />,
          [t`Failure`]: failureText(delivery.failure) || <None />,
        }}
      />
      <Text title={t`Request body`} text={indent(delivery.body)} />
      <Text title={t`Beginning of the answer`} text={delivery.answer} />
      <Button
        kind="primary"
        disabled={!webhook.enabled}
        pending={replay.isPending}
        wide
        onClick={() => replay.mutate({ params: { id: webhook.id, event: id } })}
      >
        <Trans>Resend</Trans>
      </Button>
    </div>
  )
}

/** JSON with line breaks. The body itself has none. */
const indent = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

function Text({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3 className="text-sm font-semibold">{title}</h3>
      {text === '' ? (
        <p className="mt-1 text-sm text-faint">
          <Trans>Empty.</Trans>
        </p>
      ) : (
        <pre
          className={
            'figures mt-1 rounded-md bg-ground p-3 text-xs leading-5 ' +
            'break-all whitespace-pre-wrap'
          }
        >
          {text}
        </pre>
      )}
    </section>
  )
}
