import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { chainQuery } from '../money/queries.ts'
import { MoneyButton } from '../money/money-button.tsx'
import { hasPageWallet, SendingUnknown, WalletFault } from './wallet/page-wallet.ts'
import { payRequest, useSentState } from './wallet/sent-payments.ts'
import { TestFaucet } from './wallet/test-faucet.tsx'
import { walletLink } from './wallet/wallet-link.ts'
import type { Payment } from './wallet/wallet-link.ts'

type PayButtonsProps = Omit<Payment, 'usdtContract'> & { requestId: string }

const LINK =
  'inline-flex h-9 items-center justify-center rounded-md border border-edge/60 bg-sheet px-3 ' +
  'text-sm font-medium whitespace-nowrap hover:border-edge hover:bg-raised pointer-coarse:h-11'

/** Ways to pay without copying: a wallet app, or the wallet whose browser shows the page. */
export function PayButtons({ requestId, ...payment }: PayButtonsProps) {
  const { data: chain } = useQuery(chainQuery)
  if (!chain) return null
  const whole: Payment = { ...payment, usdtContract: chain.usdt_contract }
  return (
    <>
      {hasPageWallet() && payment.amount !== undefined && (
        <PayHere requestId={requestId} payment={whole} />
      )}
      <a href={walletLink(whole)} target="_blank" rel="noreferrer" className={LINK}>
        <Trans>Open in wallet</Trans>
      </a>
      {chain.test_faucet && payment.amount !== undefined && <TestFaucet payment={whole} />}
    </>
  )
}

function PayHere({ requestId, payment }: { requestId: string; payment: Payment }) {
  const sent = useSentState(requestId)
  const pay = useMutation({
    mutationFn: () => payRequest(requestId, payment),
    onSuccess: () => toast(t`Payment sent`, { kind: 'success', durationMs: 5000 }),
    onError: (error) => {
      if (error instanceof SendingUnknown) return toastError(t`Check your wallet`, maybeSentText())
      const refused = t`Your wallet refused the payment.`
      toastError(t`Not paid`, error instanceof WalletFault ? error.message : refused)
    },
  })
  return (
    <>
      <MoneyButton
        kind="primary"
        size="small"
        icon="wallet"
        pending={pay.isPending}
        // After a payment was sent, this must not send a second one.
        disabled={sent === 'sent'}
        onClick={() => pay.mutate()}
      >
        {sent === 'sent' ? t`Sent` : sent === 'unknown' ? t`Pay again` : t`Pay here`}
      </MoneyButton>
      {sent === 'unknown' && !pay.isPending && (
        <p className="order-first basis-full! text-sm text-warn">{maybeSentText()}</p>
      )}
    </>
  )
}

const maybeSentText = () =>
  t`Your wallet may have sent this payment. Check its history before you pay again.`
