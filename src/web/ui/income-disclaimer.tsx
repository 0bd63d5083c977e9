'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../client/paths.ts'
import { joinClasses } from './format/join-classes.ts'

/** On every page about rewards: who pays them, and that most members don't get far. */
export function IncomeDisclaimer({ className }: { className?: string }) {
  return (
    <aside
      aria-label={t`About rewards`}
      className={joinClasses('border-l-2 border-edge pl-4 text-sm text-soft', className)}
    >
      <p className="max-w-3xl">
        <Trans>
          No income is promised here. Rewards are paid out of the joining fees of other members, so
          they depend on others joining below you. Most members do not complete a ladder.{' '}
          <Link
            to={paths.whereMoneyComesFrom()}
            className={
              'font-medium text-ink underline decoration-edge underline-offset-3 ' +
              'hover:decoration-ink'
            }
          >
            Where the money comes from
          </Link>
        </Trans>
      </p>
    </aside>
  )
}
