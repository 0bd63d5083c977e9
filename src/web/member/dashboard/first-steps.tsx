'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../client/paths.ts'
import type { User } from '../../session/session.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spot } from '../../ui/spot/spot.tsx'

function stepsOf(user: User) {
  const isActive = user.profiles.some(({ active }) => active)
  return [
    {
      text: t`Add money to your wallet`,
      to: paths.dashboard({ deposit: 'new' }),
      done: isActive || user.wallet_balance !== '0.00',
    },
    { text: t`Activate your first profile`, to: paths.myTree({ activate: 'new' }), done: isActive },
    {
      text: t`Invite two people`,
      to: paths.referrals(),
      done: user.total_referrals >= 2,
    },
  ]
}

/** A new member's next steps. Disappears once everything is done. */
export function FirstSteps({ user }: { user: User | undefined }) {
  return (
    <Spot name="first-steps" waiting={!user} className="relative">
      {user ? <Steps user={user} /> : <Skeleton className="absolute inset-x-0 top-4 bottom-0" />}
    </Spot>
  )
}

function Steps({ user }: { user: User }) {
  const steps = stepsOf(user)
  const next = steps.findIndex(({ done }) => !done)
  if (next < 0) return null
  return (
    <Card label={t`First steps`} className="mt-4 px-5 pt-5 pb-3 sm:px-6">
      <h2 className="text-sm text-faint">
        <Trans>First steps</Trans>
      </h2>
      <ol className="mt-1 divide-y divide-line">
        {steps.map(({ text, to, done }, index) => (
          <li
            key={to}
            className={joinClasses(
              'relative flex min-h-12 items-center gap-3',
              done ? 'text-faint' : 'hover:text-accent',
              index === next && 'font-semibold',
            )}
          >
            <Icon name={done ? 'check' : 'forward'} />
            {done ? (
              text
            ) : (
              <Link to={to} className="after:absolute after:inset-0 after:rounded-md">
                {text}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
