import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import type { User } from '../../session/session.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'

function stepsOf(user: User) {
  const isActive = user.profiles.some(({ active }) => active)
  return [
    {
      text: t`Put money into your wallet`,
      to: paths.dashboard({ deposit: 'new' }),
      done: isActive || user.wallet_balance !== '0.00',
    },
    { text: t`Activate your first profile`, to: paths.myTree(), done: isActive },
    {
      text: t`Invite two people`,
      to: paths.referrals(),
      done: user.total_referrals > 0,
    },
  ]
}

/** What a new member does next; gone for good once all of it is done. */
export function FirstSteps({ user }: { user: User }) {
  const steps = stepsOf(user)
  const next = steps.findIndex(({ done }) => !done)
  if (next < 0) return null
  return (
    <Card label={t`First steps`} className="px-5 pt-5 pb-3 sm:px-6">
      <h2 className="text-sm text-faint">
        <Trans>First steps</Trans>
      </h2>
      <ol className="mt-1 divide-y divide-line">
        {steps.map(({ text, to, done }, index) => (
          <li key={to}>
            {done ? (
              <span className="flex min-h-12 items-center gap-3 text-faint">
                <Icon name="check" className="size-5 text-good" /> {text}
                <span className="sr-only">{t`done`}</span>
              </span>
            ) : (
              <Link to={to} className="group flex min-h-12 items-center gap-3 hover:text-accent">
                <span className="figures grid size-5 place-items-center text-sm text-faint">
                  {index + 1}
                </span>
                <span className={index === next ? 'flex-1 font-semibold' : 'flex-1 text-soft'}>
                  {text}
                </span>
                <Icon name="forward" className="size-4 text-faint group-hover:text-accent" />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
