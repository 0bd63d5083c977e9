'use no memo'

import { t } from '@lingui/core/macro'
import { Address } from '../../ui/format/address.tsx'
import { PayoutHold } from './payout-hold.tsx'

/** The address that a payout goes to. */
export const PayoutAddress = ({ value }: { value: string | null }) => (
  <div>
    <p className="text-sm text-faint">{t`To your wallet address (TRC20)`}</p>
    {value && <Address value={value} />}
  </div>
)

/** Where the payout goes, and from when. */
export const Destination = ({ address }: { address: string | null }) => (
  <>
    {address && (
      <div className="rounded-md border border-line bg-ground px-3.5 py-3">
        <PayoutAddress value={address} />
      </div>
    )}
    <PayoutHold />
  </>
)
