import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { User } from '../../session/session.ts'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import type { Referral } from './queries.ts'
import { ReferralList } from './referral-list.tsx'

type LoadedReferralsProps = { referrals: UseQueryResult<Referral[]>; user: User | undefined }

/** The list of referrals, or why it isn't there. */
export function LoadedReferrals({ referrals, user }: LoadedReferralsProps) {
  const { data, error, isPending, refetch } = referrals
  useEffect(() => {
    if (error) toastError(t`Error`, t`Failed to load referral data`)
  }, [error])
  return (
    <>
      {isPending && <SkeletonRows rows={6} label={t`Loading referrals…`} />}
      {error && !data && (
        <ErrorPanel
          error={error}
          title={t`Failed to load referral data`}
          onRetry={() => void refetch()}
        />
      )}
      {data && <ReferralList referrals={data} user={user} />}
    </>
  )
}
