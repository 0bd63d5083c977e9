import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Coin } from '../../../domain/money/money.ts'
import { messageOf } from '../../client/api-error.ts'
import { Address } from '../../ui/format/address.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { walletQuery } from './queries.ts'
import { ShareButton } from '../referrals/share-button.tsx'
import { PayButtons } from './pay-buttons.tsx'

/** Where to send: QR, address and payment URI, and only what concerns them. */
export function WalletCard({ coin, amount }: { coin: Coin; amount?: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(walletQuery(coin, amount))
  useEffect(() => {
    if (error) toastError(t`Error`, t`Failed to load wallet information`)
  }, [error])
  const address = data?.wallet_address
  const refusal = error && messageOf(error, '')
  return (
    <section
      aria-label={t`Your deposit address`}
      className="rounded-lg border border-line bg-ground p-3 sm:p-4"
    >
      <div className="grid justify-items-center gap-4">
        <Qr src={data?.qr_code} pending={isPending} />
        <p className="text-center text-sm text-soft">
          <Trans>
            Send only {coin} on the TRON network (TRC20) to this address. It is yours alone and
            begins with T. Compare the marked letters.
          </Trans>
        </p>
        <div className="w-full rounded-md border border-line bg-sheet px-3 py-2.5 text-center">
          {address && <Address value={address} />}
          {!address && isPending && <Skeleton className="h-6 w-full" />}
          {!address && !isPending && (
            <p className="text-sm text-bad">
              <Trans>Error loading address</Trans>
              {refusal && <span className="mt-1 block text-soft">{refusal}</span>}
            </p>
          )}
        </div>
        {address && (
          <div className="flex w-full flex-wrap justify-center gap-2 max-sm:*:flex-1">
            <CopyButton text={address} label={t`Copy address`} />
            {amount && <CopyButton text={amount} label={t`Copy amount`} />}
            <PayButtons coin={coin} address={address} amount={amount} />
            <ShareButton text={address} title={t`Deposit address`} />
          </div>
        )}
        {data && (
          <p className="w-full text-center text-xs break-all text-faint">
            <Trans>
              Payment URI:{' '}
              <a href={data.payment_uri} className="underline underline-offset-2 hover:text-ink">
                {data.payment_uri}
              </a>
            </Trans>
          </p>
        )}
        <Button
          kind="quiet"
          size="small"
          icon="refresh"
          pending={isFetching}
          onClick={() => void refetch()}
        >
          <Trans>Reload Wallet Info</Trans>
        </Button>
      </div>
    </section>
  )
}

function Qr({ src, pending }: { src: string | undefined; pending: boolean }) {
  const box = 'grid size-50 place-items-center rounded-md'
  if (src) return <img src={src} alt={t`QR code of the address`} className={`${box} bg-white`} />
  if (pending) return <Skeleton className={box} />
  return (
    <p className={`${box} border border-dashed border-edge text-sm text-faint`}>
      <Trans>QR code not available</Trans>
    </p>
  )
}
