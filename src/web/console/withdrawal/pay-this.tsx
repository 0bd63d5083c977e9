import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'
import { formatUnits, parseUsd } from '../../../domain/money/money.ts'
import { approximateTrx, parseRate } from '../../../domain/money/rate.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DetailList } from '../../ui/details.tsx'
import { Address } from '../../ui/format/address.tsx'
import { coinText } from '../../ui/format/coin-text.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { call } from '../session/call.ts'

type Withdrawal = CallAnswer<'getWithdrawal'>

const RATE_MS = 30_000

/** About how many TRX a withdrawal pays at the current rate; null without one, and for USDT. */
function useTrx({ net_amount: net, payment_method: method }: Withdrawal): string | null {
  const { data } = useQuery({
    queryKey: ['getLiveRate'],
    queryFn: ({ signal }) => call('getLiveRate', {}, { signal }),
    enabled: method === 'trx',
    refetchInterval: RATE_MS,
  })
  const [rate, amount] = [data && parseRate(data.rate.toFixed(8)), parseUsd(net)]
  if (!rate || amount === null) return null
  return coinText(formatUnits(approximateTrx(amount, rate)), 'TRX')
}

/** What an operator who pays a withdrawal from another wallet sends, and where. */
export function PayThis({ withdrawal }: { withdrawal: Withdrawal }) {
  const { net_amount: net, payment_method: method, wallet_address: address } = withdrawal
  const trx = useTrx(withdrawal)
  const worth = usdText(net)
  return (
    <div className="grid gap-3 rounded-lg border border-line px-4 py-3">
      <DetailList
        details={{
          [t`To be paid`]: trx ? t`${worth}, about ${trx} now` : worth,
          [t`Paid in`]: method.toUpperCase(),
        }}
      />
      <p className="text-sm">
        <Address value={address} />
      </p>
      <CopyButton text={address} label={t`Copy address`} wide />
    </div>
  )
}
