import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Coin } from '../../../domain/money/money.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { rateQuery } from '../money/queries.ts'
import { isHeldBack, rateTrouble } from '../money/use-rate.ts'
import { useNow } from '../../client/use-now.ts'
import type { DepositQuote } from './deposit-quote.ts'

type QuoteLinesProps = { quote: DepositQuote | null; coin: Coin }

/** Fee, total and what to send, recomputed on every key; the rate with its age. */
export function QuoteLines({ quote, coin }: QuoteLinesProps) {
  return (
    <div className="figures text-[0.9375rem]">
      <dl>
        <Line term={t`Fee (2 %, $0.10 to $2.00)`} value={quote ? usdText(quote.fee) : '–'} />
        <Line term={t`Total`} value={quote ? usdText(quote.total) : '–'} />
        <div
          className={
            'rule-total mt-1 flex justify-between gap-4 border-t border-t-edge py-2 ' +
            'font-semibold'
          }
        >
          <dt>
            <Trans>You send</Trans>
          </dt>
          <dd aria-live="polite">{quote ? `${quote.coins} ${coin}` : '–'}</dd>
        </div>
      </dl>
      <p className="mt-2 min-h-5 text-sm text-faint">
        {coin === 'TRX' ? (
          <RateLine />
        ) : (
          <Trans>USDT is counted at par: the total in USDT is the total in dollars.</Trans>
        )}
      </p>
    </div>
  )
}

function Line({ term, value }: { term: string; value: string }) {
  return (
    <div className="flex justify-between gap-4 py-1 text-soft">
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function RateLine() {
  const { data, error, isError } = useQuery(rateQuery)
  const nowMs = useNow()
  // A rate that is held back is no rate, however fresh the last one was.
  if (isHeldBack(error) || (isError && !data)) return rateTrouble(error)
  if (!data) return t`Loading the rate…`
  const ageS = Math.max(0, Math.round((nowMs - new Date(data.as_of).getTime()) / 1000))
  return t`1 TRX = $${data.rate}, rate ${ageS} s old`
}
