import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useMay } from '../session/permission.ts'
import { NARROW, useMedia } from '../../client/use-media.ts'
import { BulkApprove } from './bulk-approve.tsx'
import { QueuePage } from '../parts/queue/queue-page.tsx'
import { useQueue } from '../parts/queue/use-queue.ts'
import { WithdrawalCards, WithdrawalRows } from './withdrawal-rows.tsx'
import { WithdrawalPanel } from './withdrawal-panel.tsx'
import { withdrawalQueueQuery } from './queries.ts'

const KEYS = { j: t`next`, k: t`previous`, a: t`approve`, r: t`reject`, x: t`select` }

/** Withdrawals that wait for a decision, the oldest first. */
export function WithdrawalQueue() {
  const list = useQuery(withdrawalQueueQuery)
  const items = list.data?.results ?? []
  const queue = useQueue(items)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const mayDecide = useMay('approveWithdrawal')
  const toggle = (id: string) =>
    setChosen((old) => {
      const next = new Set(old)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const Rows = useMedia(NARROW) ? WithdrawalCards : WithdrawalRows
  const picked = items.filter(({ id }) => chosen.has(id))
  const isEach = picked.length === items.length
  return (
    <QueuePage
      title={t`Pending withdrawals`}
      intro={t`We promise 1–2 business days. Oldest first.`}
      list={list}
      queue={queue}
      empty={t`No withdrawals are waiting.`}
      keys={KEYS}
      toolbar={
        mayDecide && (
          <>
            {items.length > 0 && (
              <Button
                size="small"
                onClick={() => setChosen(new Set(isEach ? [] : items.map(({ id }) => id)))}
              >
                {isEach ? t`Select none` : t`Select all`}
              </Button>
            )}
            {/* It shows its result after the queue is empty. */}
            <BulkApprove items={picked} onDone={() => setChosen(new Set())} />
          </>
        )
      }
      rows={
        <Rows
          items={items}
          openId={queue.current?.id}
          onOpen={queue.open}
          chosen={chosen}
          onToggle={mayDecide ? toggle : undefined}
        />
      }
    >
      {(item) => (
        <WithdrawalPanel
          key={item.id}
          item={item}
          onDone={queue.advance}
          onToggle={() => toggle(item.id)}
        />
      )}
    </QueuePage>
  )
}
