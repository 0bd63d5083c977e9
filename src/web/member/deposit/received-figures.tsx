import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { formatDecimal, parseUnits } from '../../../domain/money/money.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { ErrorPanel } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { unattributedQuery } from './queries.ts'
import type { Deposit } from './queries.ts'
import { DetailList } from '../../ui/details.tsx'
import { coinText } from '../../ui/format/coin-text.ts'

/** The received amount compared with the requested one, and the credit on acceptance. */
export function ReceivedFigures({ deposit }: { deposit: Deposit }) {
  const { data, error, refetch } = useQuery(unattributedQuery)
  const transfer = data?.find(({ transaction_hash: hash }) => hash === deposit.transaction_hash)
  if (!data && error) {
    const retry = () => void refetch()
    return (
      <ErrorPanel error={error} title={t`We couldn’t load the transfer you sent`} onRetry={retry} />
    )
  }
  if (!data) return <Skeleton className="mt-3 h-24" />
  if (!transfer) return null
  const coin = deposit.cryptocurrency
  const details = {
    [t`Expected`]: coinText(deposit.crypto_amount, coin),
    [t`Received`]: coinText(transfer.crypto_amount, coin),
    [t`Difference`]: `${differenceText(deposit.crypto_amount, transfer.crypto_amount)} ${coin}`,
    ...(transfer.amount !== null && {
      [t`You would get`]: t`${usdText(transfer.amount)} after the fee`,
    }),
  }
  return <DetailList look="row" className="figures mt-3" details={details} />
}

/** Received minus expected, with its sign. */
function differenceText(expected: string, received: string): string {
  const difference = (parseUnits(received) ?? 0n) - (parseUnits(expected) ?? 0n)
  const size = formatDecimal(difference < 0n ? -difference : difference, 2)
  return `${difference < 0n ? '−' : '+'}${size}`
}
