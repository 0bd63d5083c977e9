import { t } from '@lingui/core/macro'
import type { User } from '../../session/session.ts'
import { Address } from '../../ui/format/address.tsx'
import { Detail, NotSet } from '../../ui/details.tsx'
import { PendingEmail } from './pending-email.tsx'

export function Particulars({ user }: { user: User }) {
  return (
    <dl className="mt-3 -mb-3 grid gap-x-8 sm:grid-cols-2">
      <Detail look="stacked" term={t`Username`}>
        {user.username}
      </Detail>
      <Detail look="stacked" term={t`Email`}>
        {user.email}
        {user.pending_email && <PendingEmail user={user} pending={user.pending_email} />}
      </Detail>
      <Detail look="stacked" term={t`First Name`}>
        {user.first_name || <NotSet />}
      </Detail>
      <Detail look="stacked" term={t`Last Name`}>
        {user.last_name || <NotSet />}
      </Detail>
      <Detail look="stacked" term={t`Phone`}>
        {user.phone_number || <NotSet />}
      </Detail>
      <Detail look="stacked" term={t`Wallet Address (TRC20)`}>
        {user.wallet_address ? <Address value={user.wallet_address} /> : <NotSet />}
      </Detail>
      <Detail look="stacked" term={t`Auto Upgrade`}>
        {user.auto_upgrade
          ? t({ message: 'On', context: 'auto upgrade' })
          : t({ message: 'Off', context: 'auto upgrade' })}
      </Detail>
      <Detail look="stacked" term={t`Contact shown to sponsor`}>
        {user.share_contact ? t`In full` : t`Masked`}
      </Detail>
    </dl>
  )
}
