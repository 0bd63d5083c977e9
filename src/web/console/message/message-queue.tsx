import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ItemList } from '../parts/queue/item-list.tsx'
import { MessagePanel } from './message-panel.tsx'
import { QueuePage } from '../parts/queue/queue-page.tsx'
import { StatusSwitch } from '../parts/queue/status-switch.tsx'
import { useQueue } from '../parts/queue/use-queue.ts'
import { messageQueueQuery } from './queries.ts'
const PROMISED_HOURS = 48
const KEYS = { j: t`next`, k: t`previous`, a: t`answer` }

/** Messages from the contact form. Answers go out by email. */
export function MessageQueue() {
  const [params] = useSearchParams()
  const status = params.get('status') === 'answered' ? 'answered' : 'open'
  const list = useQuery(messageQueueQuery(status))
  const items = list.data?.results ?? []
  const queue = useQueue(items)
  return (
    <QueuePage
      title={t`Messages`}
      intro={t`Messages from the contact page. We send answers by email.`}
      list={list}
      queue={queue}
      empty={status === 'open' ? t`No messages are waiting.` : t`No answered messages yet.`}
      keys={KEYS}
      toolbar={<StatusSwitch of="messages" choices={['open', 'answered']} current={status} />}
      rows={
        <ItemList
          label={t`Messages`}
          items={items}
          openId={queue.current?.id}
          onOpen={queue.open}
          promisedHours={PROMISED_HOURS}
          title={(item) => item.subject || item.name}
          sinceOf={(item) => item.received_at}
          note={(item) => `${item.name} · ${item.email}`}
          claimOf={(item) => item.claim}
        />
      }
    >
      {(item) => <MessagePanel key={item.id} item={item} onDone={queue.advance} />}
    </QueuePage>
  )
}
