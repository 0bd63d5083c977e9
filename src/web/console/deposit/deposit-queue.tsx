import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { DepositPanel } from './deposit-panel.tsx'
import { ItemList } from '../parts/queue/item-list.tsx'
import { QueuePage } from '../parts/queue/queue-page.tsx'
import { useQueue } from '../parts/queue/use-queue.ts'
import { localize } from '../../client/api-error.ts'
import { coinText } from '../../ui/format/coin-text.ts'
import { depositQueueQuery } from './queries.ts'
/** After this we accept the transfer automatically. */
const PROMISED_HOURS = 24
const KEYS = { j: t`next`, k: t`previous`, a: t`accept` }

/** Payments that matched no request: late, with another amount, or without a request. */
export function DepositQueue() {
  const list = useQuery(depositQueueQuery)
  const items = list.data?.results ?? []
  const queue = useQueue(items)
  return (
    <QueuePage
      title={t`Unmatched deposits`}
      intro={t`Payments without an open request. We credit them after a day, or once accepted.`}
      list={list}
      queue={queue}
      empty={t`No unmatched payments.`}
      keys={KEYS}
      rows={
        <ItemList
          label={t`Waiting payments`}
          items={items}
          openId={queue.current?.id}
          onOpen={queue.open}
          promisedHours={PROMISED_HOURS}
          title={(item) => coinText(item.crypto_amount, item.cryptocurrency)}
          sinceOf={(item) => item.received_at}
          note={(item) =>
            `${item.username ?? t`unknown address`} · ${localize(item.reason, item.reason_text)}`
          }
          claimOf={(item) => item.claim}
        />
      }
    >
      {(item) => <DepositPanel key={item.id} item={item} onDone={queue.advance} />}
    </QueuePage>
  )
}
