import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { usdText } from '../../ui/format/money-text.ts'
import type { WithdrawalQuote } from './withdrawal-quote.ts'

export function WithdrawalLines({ quote }: { quote: WithdrawalQuote | null }) {
  return (
    <div className="figures text-[0.9375rem]">
      <dl>
        <div className="flex justify-between gap-4 py-1 text-soft">
          <dt>
            <Trans>Fee (2 %, at least $0.50)</Trans>
          </dt>
          <dd>{quote ? usdText(quote.fee) : '–'}</dd>
        </div>
        {quote?.networkFee && (
          <div className="flex justify-between gap-4 py-1 text-soft">
            <dt>
              <Trans>Network fee for USDT</Trans>
            </dt>
            <dd>{usdText(quote.networkFee)}</dd>
          </div>
        )}
        <div
          className={
            'rule-total mt-1 flex justify-between gap-4 border-t border-t-edge py-2 ' +
            'font-semibold'
          }
        >
          <dt>
            <Trans>You receive</Trans>
          </dt>
          <dd aria-live="polite">{quote ? usdText(quote.net) : '–'}</dd>
        </div>
      </dl>
      <p className="mt-2 min-h-5 text-sm text-faint">
        {quote?.trx && t`About ${quote.trx} TRX at the current rate, for reference only.`}
        {quote?.method === 'usdt' && t`About ${quote.net} USDT: one USDT counts as one dollar.`}
      </p>
    </div>
  )
}
