import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import type { User } from '../../session/session.ts'
import { Address } from '../../ui/address.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const ROWS: { term: string; of: (user: User) => string | null }[] = [
  { term: 'First Name', of: (user) => user.first_name },
  { term: 'Last Name', of: (user) => user.last_name },
  { term: 'Phone', of: (user) => user.phone_number },
  { term: 'Email', of: (user) => user.email },
]

export function AccountOverview({ user }: { user: User | undefined }) {
  return (
    <Card label="Account overview" className="self-start p-5 sm:p-6">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-lg font-semibold">Account Overview</h2>
        <Link
          to={paths.account()}
          className="text-sm text-soft underline underline-offset-4 hover:text-ink"
        >
          Edit
        </Link>
      </div>
      <dl className="mt-3">
        {ROWS.map((row) => (
          <Row key={row.term} term={row.term}>
            {user ? row.of(user) || <NotSet /> : <Skeleton className="h-5 w-32" />}
          </Row>
        ))}
        <Row term="Wallet Address">
          {user?.wallet_address ? <Address value={user.wallet_address} /> : <NotSet />}
        </Row>
      </dl>
    </Card>
  )
}

const NotSet = () => <span className="text-faint">Not set</span>

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="border-t border-line py-3">
      <dt className="text-sm text-faint">{term}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  )
}
