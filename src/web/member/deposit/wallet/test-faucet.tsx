import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { testExplorerLink } from '../../../client/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { toastError } from '../../../ui/toast/toast.ts'
import type { Payment } from './wallet-link.ts'

/**
 * Pays on the development network, where members have no coins. The server offers it only there.
 */
export function TestFaucet({ payment }: { payment: Payment }) {
  const pay = useMutation({
    mutationFn: async ({ address, coin: asset, amount }: Payment) => {
      const response = await fetch('/dev/faucet', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ address, asset, amount }),
      })
      if (!response.ok) throw new Error('the faucet refused')
    },
    onError: () => toastError(t`Not paid`, t`The test faucet didn’t pay. Try again.`),
  })
  return (
    <p
      className={
        'order-last flex basis-full! flex-wrap items-center gap-x-3 gap-y-2 text-sm text-soft'
      }
    >
      <Trans>Development:</Trans>
      <Button
        size="small"
        icon="deposit"
        pending={pay.isPending}
        disabled={pay.isSuccess}
        onClick={() => pay.mutate(payment)}
      >
        {pay.isSuccess ? t`Sent` : t`Pay from the test faucet`}
      </Button>
      <a
        href={testExplorerLink(payment.address)}
        target="_blank"
        rel="noreferrer"
        className="underline underline-offset-4 hover:text-ink"
      >
        <Trans>Open the test network</Trans>
      </a>
    </p>
  )
}
