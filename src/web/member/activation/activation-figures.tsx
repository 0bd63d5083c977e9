import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { paths } from '../../client/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { Detail } from '../../ui/details.tsx'
import type { ActivationVerdict } from './judge-activation.ts'

type ActivationFiguresProps = {
  balance: string | undefined
  cost: string | undefined
  verdict: ActivationVerdict
}

/** The wallet before and after an activation, and any missing amount. */
export function ActivationFigures({ balance, cost, verdict }: ActivationFiguresProps) {
  return (
    <>
      <dl className="figures">
        <Detail look="plain" term={t`Wallet balance`}>
          {balance ? usdText(balance) : '–'}
        </Detail>
        <Detail look="plain" term={t`Joining fee`}>
          {cost ? `−${usdText(cost)}` : '–'}
        </Detail>
        <Detail look="total" term={t`Balance after activation`}>
          {verdict.after ? usdText(verdict.after) : '–'}
        </Detail>
      </dl>
      {verdict.missing && <TooLittle missing={verdict.missing} />}
    </>
  )
}

function TooLittle({ missing }: { missing: string }) {
  return (
    <div
      className={
        'flex flex-wrap items-center justify-between gap-3 border-s-2 border-warn ps-4 text-sm'
      }
    >
      <p>
        <Trans>Your balance is {usdText(missing)} short of the joining fee.</Trans>
      </p>
      <ButtonLink size="small" icon="deposit" to={paths.account({ deposit: 'new' })}>
        <Trans>Deposit Funds</Trans>
      </ButtonLink>
    </div>
  )
}
