import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { referralLink } from '../../client/paths.ts'
import type { User } from '../../session/session.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ShareButton } from './share-button.tsx'

export function ShareCard({ user }: { user: User | undefined }) {
  const link = user ? referralLink(user.referral_code) : null
  return (
    <Card label={t`Your referral link`} className="flex flex-wrap items-center gap-4 p-5 sm:p-6">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-sm text-faint">
          <Trans>Your Referral Link</Trans>
        </h2>
        <div className="mt-1 min-h-6 font-medium wrap-anywhere max-sm:min-h-11.5">
          {link ? <Broken link={link} /> : <Skeleton className="h-6 w-full max-w-md" />}
        </div>
      </div>
      <div
        className={joinClasses(
          'flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow',
          !link && 'invisible',
        )}
      >
        <CopyButton
          size="medium"
          text={link ?? ''}
          label={t`Copy Link`}
          failure={t`Failed to copy referral link`}
        />
        <ShareButton
          kind="primary"
          size="medium"
          text={link ?? ''}
          title={t`Join me on Twofold`}
          label={t`Share Now`}
          failure={t`Failed to copy referral link`}
        />
      </div>
    </Card>
  )
}

/** If it doesn't fit on one line, it breaks before its code, which stays in one piece. */
function Broken({ link }: { link: string }) {
  const [page, query] = link.split('?')
  return (
    <>
      {page}
      <wbr />?{query}
    </>
  )
}
