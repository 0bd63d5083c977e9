import { useQuery } from '@tanstack/react-query'
import { DepositPanel } from './deposit-panel.tsx'
import { ItemList } from '../parts/queue/item-list.tsx'
import { QueuePage } from '../parts/queue/queue-page.tsx'
import { useQueue } from '../parts/queue/use-queue.ts'
import { coinText } from '../../ui/format/coin-text.ts'
import { depositQueueQuery } from './queries.ts'
/** After this we accept the transfer automatically. */
const PROMISED_HOURS = 24
const KEYS = { j: 'next', k: 'previous', a: 'accept' }

/** Payments that met no request: late, of another amount, or without any. */
export function DepositQueue() {
  const list = useQuery(depositQueueQuery)
  const items = list.data?.results ?? []
  const queue = useQueue(items)
  return (
    <QueuePage
      title="Unmatched deposits"
      intro={
        'Payments that matched no open request. An accepted one is credited at the rate of its ' +
        'block; after a day this happens automatically.'
      }
      list={list}
      queue={queue}
      empty="No unmatched payments."
      keys={KEYS}
      rows={
        <ItemList
          label="Waiting payments"
          items={items}
          openId={queue.current?.id}
          onOpen={queue.open}
          promisedHours={PROMISED_HOURS}
          title={(item) => coinText(item.crypto_amount, item.cryptocurrency)}
          sinceOf={(item) => item.received_at}
          note={(item) => `${item.username ?? 'unknown address'} · ${item.reason}`}
          claimOf={(item) => item.claim}
        />
      }
    >
      {(item) => <DepositPanel key={item.id} item={item} onDone={queue.advance} />}
    </QueuePage>
  )
}
