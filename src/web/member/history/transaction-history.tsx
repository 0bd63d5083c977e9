import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { depositsQuery } from '../deposit/queries.ts'
import { withdrawalsQuery } from '../withdrawal/queries.ts'
import { DepositRow } from './deposit-row.tsx'
import { WithdrawalRow } from './withdrawal-row.tsx'

type TransactionHistoryProps = {
  /** Called once the list that is shown first is here, or can't be loaded. */
  onLoaded: () => void
}

/** The ten newest deposits and withdrawals, newest first. */
export function TransactionHistory({ onLoaded }: TransactionHistoryProps) {
  const [search] = useSearchParams()
  const shown = search.get('history') === 'withdrawals' ? 'withdrawals' : 'deposits'
  const client = useQueryClient()
  const keys = [depositsQuery.queryKey, withdrawalsQuery.queryKey]
  const busy = useIsFetching({
    predicate: ({ queryKey }) => keys.some((key) => key[0] === queryKey[0]),
  })
  const refresh = () => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }
  return (
    <Card label={t`Transaction history`} className="min-w-0 p-5 sm:p-6">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h3 className="text-lg font-semibold">
          <Trans>Transaction History</Trans>
        </h3>
        <Button size="small" icon="refresh" pending={busy > 0} onClick={refresh}>
          <Trans>Refresh</Trans>
        </Button>
      </div>
      <Tabs
        key={shown}
        initial={shown}
        label={t`Transaction history`}
        tabs={[
          { value: 'deposits', label: t`Deposits`, panel: <Deposits onLoaded={onLoaded} /> },
          {
            value: 'withdrawals',
            label: t`Withdrawals`,
            panel: <Withdrawals onLoaded={onLoaded} />,
          },
        ]}
      />
    </Card>
  )
}

const depositWords = () => ({
  failed: t`Failed to load deposits history`,
  loading: t`Loading deposits…`,
  none: t`No deposits yet`,
})

const withdrawalWords = () => ({
  failed: t`Failed to load withdrawals history`,
  loading: t`Loading withdrawals…`,
  none: t`No withdrawals yet`,
})

function Deposits({ onLoaded }: TransactionHistoryProps) {
  const query = useQuery(depositsQuery)
  return (
    <History query={query} words={depositWords()} onLoaded={onLoaded}>
      {query.data?.map((deposit) => (
        <DepositRow key={deposit.id} deposit={deposit} />
      ))}
    </History>
  )
}

function Withdrawals({ onLoaded }: TransactionHistoryProps) {
  const query = useQuery(withdrawalsQuery)
  return (
    <History query={query} words={withdrawalWords()} onLoaded={onLoaded}>
      {query.data?.map((withdrawal) => (
        <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />
      ))}
    </History>
  )
}

type HistoryProps = TransactionHistoryProps & {
  query: {
    data?: unknown[] | undefined
    error: unknown
    isPending: boolean
    refetch: () => unknown
  }
  words: ReturnType<typeof depositWords>
  children: ReactNode
}

function History({ query, words, onLoaded, children }: HistoryProps) {
  const { data, error, isPending, refetch } = query
  const { failed, loading, none } = words
  useEffect(() => {
    if (error) toastError(t`Error`, failed)
  }, [error, failed])
  const tellLoaded = useEffectEvent(onLoaded)
  useEffect(() => {
    if (!isPending) tellLoaded()
  }, [isPending])
  if (isPending) return <SkeletonRows rows={4} label={loading} />
  if (!data) return <ErrorPanel error={error} title={failed} onRetry={() => void refetch()} />
  if (data.length === 0) {
    return (
      <Empty icon="wallet" title={none} text={t`Your deposits and withdrawals will appear here.`} />
    )
  }
  return <ul>{children}</ul>
}
