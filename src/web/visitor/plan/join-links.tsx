'use no memo'

import { Trans } from '@lingui/react/macro'
import { DEFAULT_SPONSOR, paths } from '../../client/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** Links to join, for visitors who have read the page. */
export const JoinLinks = () => (
  <>
    <ButtonLink kind="primary" size="large" to={paths.register(DEFAULT_SPONSOR)}>
      <Trans>Join Twofold</Trans>
    </ButtonLink>
    <ButtonLink size="large" to={paths.plan()}>
      <Trans>See the plans</Trans>
    </ButtonLink>
  </>
)
