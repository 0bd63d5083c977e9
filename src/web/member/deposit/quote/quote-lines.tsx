import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Coin } from '../../../../domain/money/money.ts'
import { coinText } from '../../../ui/format/coin-text.ts'
import { usdText } from '../../../ui/format/money-text.ts'
import { rateQuery } from '../../money/queries.ts'
import { isHeldBack, rateTrouble } from '../../money/use-rate.ts'
import { useNow } from '../../../client/use-now.ts'
import type { DepositQuote } from './deposit-quote.ts'
import { Detail } from '../../../ui/details.tsx'

type QuoteLinesProps = { quote: DepositQuote | null; coin: Coin }

/** Fee, total and the amount to send, recomputed on every key, and the rate with its age. */
export function QuoteLines({ quote, coin }: QuoteLinesProps) {
  return (
    <div className="figures text-[0.9375rem]">
      <dl>
        <Detail look="plain" term={t`Fee (2%, $0.10 to $2.00)`}>
          {quote ? usdText(quote.fee) : '–'}
        </Detail>
        <Detail look="plain" term={t`Total`}>
          {quote ? usdText(quote.total) : '–'}
        </Detail>
        <Detail look="total" live term={t`You send`}>
          {quote ? coinText(quote.coins, coin) : '–'}
        </Detail>
      </dl>
      <p className="mt-2 min-h-5 text-sm text-faint">
        {coin === 'TRX' ? <RateLine /> : <Trans>1 USDT = $1.00</Trans>}
      </p>
    </div>
  )
}

function RateLine() {
  const { data, error, isError } = useQuery(rateQuery)
  const nowMs = useNow()
  // A held-back rate isn't valid, however recent the last one was.
  if (isHeldBack(error) || (isError && !data)) return rateTrouble(error)
  if (!data) return t`Loading the rate…`
  const ageS = Math.max(0, Math.round((nowMs - new Date(data.as_of).getTime()) / 1000))
  return t`1 TRX = $${data.rate}, rate ${ageS} s old`
}
