import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/notice.tsx'
import { paths } from '../parts/console-paths.ts'

export function NoPage() {
  return (
    <Empty icon="search" title={t`This page doesn’t exist.`}>
      <title>{t`Not found · Twofold console`}</title>
      <ButtonLink to={paths.overview()}>
        <Trans>Go to overview</Trans>
      </ButtonLink>
    </Empty>
  )
}
