import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { chainQuery } from '../money/queries.ts'
import { MoneyButton } from '../money/money-button.tsx'
import { hasPageWallet, payWithPageWallet, WalletFault } from './wallet/page-wallet.ts'
import { TestFaucet } from './wallet/test-faucet.tsx'
import { walletLink } from './wallet/wallet-link.ts'
import type { Payment } from './wallet/wallet-link.ts'

type PayButtonsProps = Omit<Payment, 'usdtContract'>

const LINK =
  'inline-flex h-9 items-center justify-center rounded-md border border-edge/60 bg-sheet px-3 ' +
  'text-sm font-medium whitespace-nowrap hover:border-edge hover:bg-raised pointer-coarse:h-11'

/** Ways to pay without copying: a wallet app, or the wallet whose browser shows the page. */
export function PayButtons(payment: PayButtonsProps) {
  const { data: chain } = useQuery(chainQuery)
  if (!chain) return null
  const whole: Payment = { ...payment, usdtContract: chain.usdt_contract }
  return (
    <>
      {hasPageWallet() && payment.amount !== undefined && <PayHere payment={whole} />}
      <a href={walletLink(whole)} target="_blank" rel="noreferrer" className={LINK}>
        <Trans>Open in wallet</Trans>
      </a>
      {chain.test_faucet && payment.amount !== undefined && <TestFaucet payment={whole} />}
    </>
  )
}

function PayHere({ payment }: { payment: Payment }) {
  const pay = useMutation({
    mutationFn: () => payWithPageWallet(payment),
    onSuccess: () => toast(t`Payment sent`, { kind: 'success', durationMs: 5000 }),
    onError: (error) =>
      toastError(
        t`Not paid`,
        error instanceof WalletFault ? error.message : t`Your wallet refused the payment.`,
      ),
  })
  return (
    <MoneyButton
      kind="primary"
      size="small"
      icon="wallet"
      pending={pay.isPending}
      // After a payment was sent, this must not send a second one.
      disabled={pay.isSuccess}
      onClick={() => pay.mutate()}
    >
      {pay.isSuccess ? t`Sent` : t`Pay here`}
    </MoneyButton>
  )
}
