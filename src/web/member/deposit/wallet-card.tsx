import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Coin } from '../../../domain/money/money.ts'
import { messageOf } from '../../client/api-error.ts'
import { Address } from '../../ui/format/address.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { useLive } from '../live/use-live.ts'
import { isAddressPending, walletQuery } from './queries.ts'
import { WalletQr } from './wallet-qr.tsx'

/** Where the payment will go. Members can copy it early, but only a request makes it a deposit. */
export function WalletCard({ coin }: { coin: Coin }) {
  const { data, error, refetch, ...query } = useQuery(walletQuery(coin))
  const isComing = isAddressPending(error)
  const isPending = query.isPending || isComing
  useLive('deposit', () => {
    if (isComing) void refetch()
  })
  useEffect(() => {
    if (error && !isAddressPending(error))
      toastError(t`Error`, t`Failed to load wallet information`)
  }, [error])
  const address = data?.wallet_address
  const refusal = error && messageOf(error, '')
  return (
    <section
      aria-label={t`Your deposit address`}
      className="grid gap-4 rounded-lg border border-line bg-ground p-3 sm:p-4"
    >
      <p className="text-sm text-soft">
        <Trans>
          You can copy the address now. Choose the amount first, though: that’s how we match your
          payment.
        </Trans>
      </p>
      <div className="w-full rounded-md border border-line bg-sheet px-3 py-2.5 text-center">
        {address && <Address value={address} />}
        {!address && isPending && <Coming />}
        {!address && !isPending && (
          <p className="text-sm text-bad">
            <Trans>Error loading address</Trans>
            {refusal && <span className="mt-1 block text-soft">{refusal}</span>}
          </p>
        )}
      </div>
      <div className="flex min-h-9 justify-center max-sm:*:flex-1 pointer-coarse:min-h-11">
        {address && <CopyButton text={address} label={t`Copy address`} />}
      </div>
      <WalletQr coin={coin} early />
    </section>
  )
}

/** A member waits for the address only once. After that it is available immediately. */
const Coming = () => (
  <>
    <Skeleton className="h-6 w-full" />
    <output className="mt-2 block animate-late text-sm text-soft">
      <Trans>
        We’re creating your deposit address. It’s yours for good, and appears here in a few seconds.
      </Trans>
    </output>
  </>
)

/** One step of a form that has several. */
export function StepHead({ at, children }: { at: number; children: string }) {
  return (
    <h3 className="flex items-center gap-2.5 font-semibold">
      <span
        className={
          'figures grid size-6 place-items-center rounded-full border border-edge text-sm ' +
          'text-soft'
        }
      >
        {at}
      </span>
      {children}
    </h3>
  )
}
