import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { NARROW, useMedia } from '../../client/use-media.ts'
import { Address } from '../../ui/format/address.tsx'
import { coinAmount } from '../../ui/format/coin-text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ShareButton } from '../referrals/share-button.tsx'
import { PayButtons } from './pay-buttons.tsx'
import type { Deposit } from './queries.ts'
import { WalletQr } from './wallet-qr.tsx'

/** What to pay and where: everything to copy, before anything to read. */
export function PaymentCard({ deposit }: { deposit: Deposit }) {
  const { crypto_amount: amount, cryptocurrency: coin, wallet_address: address } = deposit
  return (
    <section
      aria-label={t`Payment`}
      className="figures grid gap-4 rounded-lg border border-line bg-ground p-3 sm:p-4"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
        <div>
          <p className="text-sm text-faint">
            <Trans>Send exactly</Trans>
          </p>
          <p className="text-3xl font-semibold tracking-tight whitespace-nowrap">
            {coinAmount(amount, coin)} <span className="text-lg text-soft">{coin}</span>
          </p>
        </div>
        <CopyButton text={amount} label={t`Copy amount`} />
      </div>
      <div>
        <p className="text-sm text-faint">
          <Trans>To this address on TRON (TRC20)</Trans>
        </p>
        <Address value={address} />
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <CopyButton text={address} label={t`Copy address`} />
        <PayButtons requestId={deposit.request_id} coin={coin} address={address} amount={amount} />
        <ShareButton text={address} title={t`Deposit address`} />
      </div>
    </section>
  )
}

/** The QR code, collapsed where the wallet is most likely on the same phone. */
export function ScanToPay({ deposit }: { deposit: Deposit }) {
  const isNarrow = useMedia(NARROW)
  const code = <WalletQr coin={deposit.cryptocurrency} amount={deposit.crypto_amount} />
  if (!isNarrow) return code
  return <Fold title={t`Pay from another device: QR code`}>{code}</Fold>
}

export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-t border-line">
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium text-soft">
        {title}
      </summary>
      <div className="pt-2 pb-3">{children}</div>
    </details>
  )
}
