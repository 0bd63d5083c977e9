import { t } from '@lingui/core/macro'
import { QrCode } from '../../ui/qr-code.tsx'

/** A referral link as a QR code, and as text. */
export const LinkToScan = ({ link }: { link: string }) => (
  <>
    <QrCode text={link} title={t`QR code of your referral link`} />
    <p
      className={
        'w-full rounded-md border border-line bg-ground px-3.5 py-2.5 text-center text-sm ' +
        'wrap-anywhere'
      }
    >
      {link}
    </p>
  </>
)
