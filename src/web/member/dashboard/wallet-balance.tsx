import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../client/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OpenBadgeSlot, OpenDepositsSlot } from './open-deposits-slot.tsx'
import { useDepositDialog } from '../deposit/use-deposit-dialog.ts'

const LINK =
  'inline-flex min-h-9 items-center text-sm text-soft underline underline-offset-4 ' +
  'hover:text-ink pointer-coarse:min-h-11'

/** The wallet's balance, with buttons to deposit and withdraw, and any deposit under way below. */
export function WalletBalance({ balance }: { balance: string | undefined }) {
  const deposit = useDepositDialog()
  return (
    <>
      <Card label={t`Wallet`} className="flex flex-wrap items-end justify-between gap-4 p-5 sm:p-6">
        <div className="min-w-0">
          <h2 className="text-sm text-faint">
            <Trans>Wallet Balance</Trans>
          </h2>
          <div className="figures mt-1 text-4xl font-semibold tracking-tight wrap-anywhere">
            {balance === undefined ? <Skeleton className="h-lh w-36" /> : usdText(balance)}
          </div>
          <div className="mt-1 flex gap-x-5">
            <Link to={paths.statements()} className={LINK}>
              <Trans>Statements</Trans>
            </Link>
            <Link to={paths.earnings()} className={LINK}>
              <Trans>Earnings</Trans>
            </Link>
          </div>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <Button
            kind="primary"
            icon="deposit"
            onClick={deposit.open}
            className="relative max-sm:flex-1"
          >
            <Trans>Deposit Funds</Trans>
            <OpenBadgeSlot />
          </Button>
          <ButtonLink to={paths.account({ withdraw: 'new' })}>
            <Trans>Withdraw</Trans>
          </ButtonLink>
        </div>
      </Card>
      <OpenDepositsSlot />
    </>
  )
}
