import { Address } from '../ui/format/address.tsx'
import { ActiveBadge, Badge, StatusBadge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { IncomeDisclaimer } from '../ui/income-disclaimer.tsx'
import { Logo, Mark } from '../ui/logo.tsx'
import { Empty, ErrorPanel } from '../ui/notice.tsx'
import { PlanBadge, PlanMark } from '../ui/plan/plan-mark.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import { Stat, Stats } from '../ui/stat.tsx'
import { Icons } from './icons.tsx'
import { Part } from './part.tsx'

const PLANS = ['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond']
const TONES = ['good', 'warn', 'bad', 'plain'] as const
const STATUSES = ['pending', 'approved', 'rejected'] as const
// The test network's USDT contract, a public address.
const ADDRESS = 'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs'

/** Display components without interaction. */
export function Displays() {
  return (
    <>
      <Part name="Badges">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {STATUSES.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <ActiveBadge active />
        <ActiveBadge active={false} />
      </Part>
      <Part name="Plans">
        {PLANS.map((plan) => (
          <PlanBadge key={plan} plan={plan} />
        ))}
        {PLANS.map((plan) => (
          <PlanMark key={plan} plan={plan} />
        ))}
      </Part>
      <Part name="Figures, and their placeholders">
        <div className="w-full">
          <Stats>
            <Stat label="Balance" value="$12.50" note="of which $2 are held" />
            <Stat label="Loading" value={undefined} />
            <Stat label="Plan" value="Gold" />
            <Stat label="Referrals" value="1,204" note="the newest today" />
          </Stats>
        </div>
      </Part>
      <Part name="Address, QR code">
        <Address value={ADDRESS} />
        <QrCode text={ADDRESS} title="An address" />
      </Part>
      <Panels />
      <Part name="Signs">
        <Logo />
        <Mark />
        <Icons />
      </Part>
      <IncomeDisclaimer />
    </>
  )
}

function Panels() {
  return (
    <Part name="Loading, empty, failed">
      <div className="grid w-full gap-4">
        <Skeleton className="h-11 w-full" />
        <SkeletonRows rows={2} label="Loading…" />
        <Card>
          <Empty icon="people" title="No referrals yet" text="Why that is, and what to do." />
        </Card>
        <Card>
          <ErrorPanel error={new Error('no answer')} title="It failed to load" onRetry={() => {}} />
        </Card>
      </div>
    </Part>
  )
}
