import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../session/call.ts'
import { ItemList } from '../parts/queue/item-list.tsx'
import { MessagePanel } from './message-panel.tsx'
import { QueuePage } from '../parts/queue/queue-page.tsx'
import { StatusSwitch } from '../parts/queue/status-switch.tsx'
import { useQueue } from '../parts/queue/use-queue.ts'
const EVERY_MS = 20_000
const MOST = '100'
const PROMISED_HOURS = 48
const KEYS = { j: 'next', k: 'previous', a: 'answer' }

/** What came through the contact form; an answer goes out by mail. */
export function MessageQueue() {
  const [params] = useSearchParams()
  const status = params.get('status') === 'answered' ? 'answered' : 'open'
  const list = useQuery({
    queryKey: ['listMessages', status],
    queryFn: ({ signal }) => {
      const sort = status === 'open' ? 'oldest' : 'newest'
      return call('listMessages', { query: { status, sort, page_size: MOST } }, { signal })
    },
    refetchInterval: EVERY_MS,
  })
  const items = list.data?.results ?? []
  const queue = useQueue(items)
  return (
    <QueuePage
      title="Messages"
      intro="From the contact page. An answer goes out by mail."
      list={list}
      queue={queue}
      empty={status === 'open' ? 'Every message is answered.' : 'Nothing has been answered yet.'}
      keys={KEYS}
      toolbar={<StatusSwitch choices={['open', 'answered']} current={status} />}
      rows={
        <ItemList
          label="Messages"
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
