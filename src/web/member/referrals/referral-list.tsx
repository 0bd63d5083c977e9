import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { REFERRALS_AT_ONCE } from '../../../contract/fields/limits.ts'
import type { User } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/notice.tsx'
import { referralLink } from '../../client/paths.ts'
import { ShareButton } from './share-button.tsx'
import { filterReferrals, inOrder, type State } from './referral-order.ts'
import { ReferralTable } from './referral-table.tsx'
import { ReferralTools } from './referral-tools.tsx'
import type { Referral } from './queries.ts'

const PAGE_SIZE = 50

/** The server lists only the newest of very many; counts taken from the list are marked. */
export const isCut = (referrals: Referral[]) => referrals.length >= REFERRALS_AT_ONCE

type ReferralListProps = { referrals: Referral[]; user: User | undefined }

/** All referrals, to be searched, filtered, and sorted. */
export function ReferralList({ referrals, user }: ReferralListProps) {
  // A link from elsewhere names the profile of the referral to show.
  const [search] = useSearchParams()
  const [words, setWords] = useState(search.get('profile') ?? '')
  const [state, setState] = useState<State>('all')
  const [shown, setShown] = useState(PAGE_SIZE)
  const found = inOrder(filterReferrals(referrals, words, state), search.get('sort'))
  if (referrals.length === 0) {
    return (
      <Card label={t`Referred members`}>
        <Empty
          icon="people"
          title={t`No referrals yet`}
          text={t`Members who register with your link appear here once they verify their email.`}
        >
          {user && (
            <ShareButton
              text={referralLink(user.referral_code)}
              title={t`Join me on Twofold`}
              label={t`Share your link`}
            />
          )}
        </Empty>
      </Card>
    )
  }
  return (
    <Card label={t`Referred members`} className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 p-5 pb-4">
        <h2 className="text-lg font-semibold">
          <Trans>Referred Members</Trans>
        </h2>
        <ReferralTools words={words} onWords={setWords} state={state} onState={setState} />
      </div>
      {user && isCut(referrals) && (
        <p className="px-5 pb-4 text-sm text-soft">
          <Trans>
            Showing and searching the newest {referrals.length} of {user.total_referrals}.
          </Trans>
        </p>
      )}
      {found.length > 0 && <ReferralTable referrals={found.slice(0, shown)} />}
      {found.length === 0 && (
        <Empty
          icon="search"
          title={t`No referrals found`}
          text={words ? t`No referral matches “${words}”.` : t`No referral matches this filter.`}
        />
      )}
      {found.length > shown && (
        <div className="border-t border-line p-4 text-center">
          <Button onClick={() => setShown(shown + PAGE_SIZE)}>
            <Trans>Show more of {found.length}</Trans>
          </Button>
        </div>
      )}
    </Card>
  )
}
