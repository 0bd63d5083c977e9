import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { agoText } from '../../ui/format/time-text.ts'
import { Short } from '../parts/list/cells.tsx'
import { Section } from '../parts/section.tsx'

type Report = CallAnswer<'getCustody'>

/** Problems that need an operator: paused payouts, differences in coins, unexplained transfers. */
export function CustodyTroubles({ report }: { report: Report }) {
  const { pauses, troubles, unexplained, differences } = report
  const count = pauses.length + troubles.length + unexplained.length + differences.length
  return (
    <Section title={t`Problems`} flush>
      {count === 0 && (
        <p className="px-4 py-5 text-sm text-faint">
          <Trans>Payouts are running. Everything on-chain matches the ledger.</Trans>
        </p>
      )}
      <ul className="text-[0.8125rem]">
        {pauses.map(({ reason, detail, since }) => (
          <Trouble key={reason} what={pauseText(reason, detail)} since={since} />
        ))}
        {troubles.map(({ withdrawal, detail, since }) => (
          <Trouble key={withdrawal} what={t`Withdrawal ${withdrawal}: ${detail}`} since={since} />
        ))}
        {unexplained.map(({ transaction_hash: hash, detail, found_at: since }) => (
          <Trouble
            key={hash}
            what={
              <Trans>
                Unexplained transfer <Short text={hash} />: {detail}
              </Trans>
            }
            since={since}
          />
        ))}
        {differences.map(({ address, trx, usdt, since }) => (
          <Trouble
            key={address}
            what={
              <Trans>
                <Short text={address} />: on chain {trx.on_chain} TRX and {usdt.on_chain} USDT, in
                the ledger {trx.in_ledger} TRX and {usdt.in_ledger} USDT
              </Trans>
            }
            since={since}
          />
        ))}
      </ul>
    </Section>
  )
}

/** Some reasons pause a part of the payouts, or none. */
function pauseText(reason: string, detail: string): string {
  switch (reason) {
    case 'float_limit':
      return t`The hot wallet is above its limit: ${detail}`
    case 'low_balance':
      return t`Some payouts wait for coins: ${detail}`
    case 'rate':
      return t`Payouts in TRX are paused: ${detail}`
    case 'usdt':
      return t`Payouts in USDT are paused: ${detail}`
    default:
      return t`Payouts are paused: ${detail}`
  }
}

function Trouble({ what, since }: { what: React.ReactNode; since: string }) {
  return (
    <li className="flex gap-4 border-b border-line/70 px-4 py-2 last:border-0">
      <span className="min-w-0 flex-1 wrap-anywhere text-bad">{what}</span>
      <span className="figures whitespace-nowrap text-faint">{agoText(since)}</span>
    </li>
  )
}
