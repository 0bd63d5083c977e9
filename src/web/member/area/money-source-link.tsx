import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../client/paths.ts'

/** For pages that show rewards without explaining them. */
export function MoneySourceLink() {
  return (
    <p className="mt-10 text-sm text-soft">
      <Link
        to={paths.whereMoneyComesFrom()}
        className="underline decoration-edge underline-offset-3 hover:text-ink"
      >
        <Trans>Where the money comes from</Trans>
      </Link>
    </p>
  )
}
