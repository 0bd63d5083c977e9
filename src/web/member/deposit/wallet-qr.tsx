import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Coin } from '../../../domain/money/money.ts'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isAddressPending, walletQuery } from './queries.ts'

type WalletQrProps = {
  coin: Coin
  amount?: string
  /** Before there is a request, it isn't the code to scan yet. */
  early?: boolean
}

/** The address as a QR code for wallets, and as a link. */
export function WalletQr({ coin, amount, early = false }: WalletQrProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery(walletQuery(coin, amount))
  return (
    <div className="grid content-start justify-items-center gap-4">
      <Qr src={data?.qr_code} pending={isPending || isAddressPending(error)} early={early} />
      <p className="text-center text-sm text-soft">
        <Trans>
          Send only {coin} on the TRON network (TRC20) to this address. It is yours alone and begins
          with T. Check the first and last 4 characters.
        </Trans>
      </p>
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
  )
}

type QrProps = { src: string | undefined; pending: boolean; early: boolean }

function Qr({ src, pending, early }: QrProps) {
  const box = 'grid size-50 place-items-center rounded-md'
  if (src) {
    const classes = joinClasses(box, 'bg-white', early && 'opacity-45')
    return <img src={src} alt={t`QR code of the address`} className={classes} />
  }
  if (pending) return <Skeleton className={box} />
  return (
    <p className={`${box} border border-dashed border-edge text-sm text-faint`}>
      <Trans>QR code not available</Trans>
    </p>
  )
}
