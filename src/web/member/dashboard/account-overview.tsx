'use no memo'

import { i18n } from '@lingui/core'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../client/paths.ts'
import type { User } from '../../session/session.ts'
import { Address } from '../../ui/format/address.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Detail, NotSet } from '../../ui/details.tsx'

const ROWS: { term: MessageDescriptor; of: (user: User) => string | null }[] = [
  { term: msg`First Name`, of: (user) => user.first_name },
  { term: msg`Last Name`, of: (user) => user.last_name },
  { term: msg`Phone`, of: (user) => user.phone_number },
  { term: msg`Email`, of: (user) => user.email },
]

export function AccountOverview({ user }: { user: User | undefined }) {
  return (
    <Card label={t`Account overview`} className="self-start p-5 sm:p-6">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-lg font-semibold">
          <Trans>Account Overview</Trans>
        </h2>
        <Link
          to={paths.account()}
          className="text-sm text-soft underline underline-offset-4 hover:text-ink"
        >
          <Trans>Edit</Trans>
        </Link>
      </div>
      <dl className="mt-3 -mb-3 gap-x-8 max-lg:sm:grid max-lg:sm:grid-cols-2">
        {ROWS.map((row) => (
          <Detail look="stacked" key={i18n._(row.term)} term={i18n._(row.term)}>
            {user ? row.of(user) || <NotSet /> : <Skeleton className="h-lh w-32" />}
          </Detail>
        ))}
        <Detail look="stacked" term={t`Wallet Address`}>
          {user?.wallet_address ? <Address value={user.wallet_address} /> : <NotSet />}
        </Detail>
      </dl>
    </Card>
  )
}
