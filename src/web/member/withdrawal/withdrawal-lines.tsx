import { t } from '@lingui/core/macro'
import { coinAmount } from '../../ui/format/coin-text.ts'
import { usdText } from '../../ui/format/money-text.ts'
import type { WithdrawalQuote } from './withdrawal-quote.ts'
import { Detail } from '../../ui/details.tsx'

export function WithdrawalLines({ quote }: { quote: WithdrawalQuote | null }) {
  return (
    <div className="figures text-[0.9375rem]">
      <dl>
        <Detail look="plain" term={t`Fee (2%, at least $0.50)`}>
          {quote ? usdText(quote.fee) : '–'}
        </Detail>
        {quote?.networkFee && (
          <Detail look="plain" term={t`Network fee for USDT`}>
            {usdText(quote.networkFee)}
          </Detail>
        )}
        <Detail look="total" live term={t`You receive`}>
          {quote ? usdText(quote.net) : '–'}
        </Detail>
      </dl>
      <p className="mt-2 min-h-5 text-sm text-faint">
        {quote?.trx &&
          t`About ${coinAmount(quote.trx, 'TRX')} TRX at the current rate, for reference only.`}
        {quote?.method === 'usdt' && t`About ${quote.net} USDT: one USDT counts as one dollar.`}
      </p>
    </div>
  )
}
