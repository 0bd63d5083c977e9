import { i18n } from '@lingui/core'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'
import { valueOf } from '../../../domain/records.ts'
import { localize } from '../../client/api-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { ErrorPanel } from '../../ui/notice.tsx'
import { PlanBadge } from '../../ui/plan/plan-mark.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { noBreakIds } from '../../ui/format/no-break-ids.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { explainQuery } from './queries.ts'
import { Detail } from '../../ui/details.tsx'

type Explanation = CallAnswer<'explainRewards'>
type Reward = Explanation['rewards'][number]

const NAMES: Record<Reward['type'], MessageDescriptor> = {
  reward_level1: msg`Level 1 reward`,
  reward_level2: msg`Level 2 reward`,
  sponsor_bonus: msg`Sponsor bonus`,
}

const nameOf = (type: Reward['type']): string => i18n._(valueOf(NAMES, type) ?? msg`Reward`)

type ExplainDialogProps = { profileId: string; onClose: () => void }

/** The source of an amount, down to the posting, and why a reward is missing. */
export function ExplainDialog({ profileId, onClose }: ExplainDialogProps) {
  const { data, error, refetch } = useQuery(explainQuery(profileId))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Where this amount comes from`}
      description={t`An activation pays up to three rewards. Here’s what this one paid you.`}
    >
      {!data && !error && <SkeletonRows rows={5} label={t`Loading the explanation…`} />}
      {!data && error && (
        <ErrorPanel
          error={error}
          title={t`Failed to load the explanation`}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Explained data={data} />}
    </Dialog>
  )
}

function Explained({ data }: { data: Explanation }) {
  const { beneath: position } = data
  return (
    <>
      <dl>
        <Detail term={t`Activation`}>
          {data.user.username}, <span className="figures">{noBreakIds(data.profile_id)}</span>
        </Detail>
        <Detail term={t`Plan`}>
          <span className="inline-flex flex-wrap items-center gap-2">
            <PlanBadge plan={data.plan.name} />
            <span className="text-soft">
              <Trans>catalog {data.plan.version}</Trans>
            </span>
          </span>
        </Detail>
        <Detail term={t`When`}>
          {data.activated_at ? dateTimeText(data.activated_at) : t`Not activated yet`}
        </Detail>
        <Detail term={t`Position`}>
          {position
            ? noBreakIds(t`${levelText(position.level)} below your ${position.profile_id}`)
            : t`Not in your downline`}
        </Detail>
      </dl>
      <ul aria-label={t`Rewards`} className="mt-4 border-t border-edge">
        {data.rewards.map((reward) => (
          <RewardRow key={reward.type} reward={reward} />
        ))}
      </ul>
    </>
  )
}

const levelText = (level: number) => (level === 1 ? t`1 level` : t`${level} levels`)

function RewardRow({ reward }: { reward: Reward }) {
  const { amount, position, seat, journal } = reward
  return (
    <li className="figures border-b border-line py-3">
      <p className="flex justify-between gap-4">
        <span className={amount ? 'font-semibold' : 'text-soft'}>{nameOf(reward.type)}</span>
        <span className={amount ? 'font-semibold' : 'text-faint'}>
          {amount ? usdText(amount) : t`nothing`}
        </span>
      </p>
      <p className="mt-0.5 text-sm text-soft">{noBreakIds(localize(reward.detail, reward.text))}</p>
      {amount && (
        <p className="mt-0.5 text-sm text-faint">
          {position && seat && noBreakIds(t`Position ${position} on the board of ${seat}.`)}{' '}
          {journal && t`Entry ${journal} of the ledger.`}
        </p>
      )}
    </li>
  )
}
