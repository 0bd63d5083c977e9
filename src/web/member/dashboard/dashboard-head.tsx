import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { paths } from '../../client/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHead } from '../../ui/card.tsx'

export function DashboardHead({ username }: { username: string | undefined }) {
  return (
    <PageHead title={username === undefined ? t`Welcome` : t`Welcome, ${username}`}>
      <ButtonLink size="small" to={paths.account()} icon="user">
        <Trans>Account Settings</Trans>
      </ButtonLink>
      <ButtonLink size="small" to={paths.referrals()} icon="people">
        <Trans>View Referrals</Trans>
      </ButtonLink>
    </PageHead>
  )
}
