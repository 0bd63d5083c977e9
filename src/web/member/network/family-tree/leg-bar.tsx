import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorPanel } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Spot } from '../../../ui/spot/spot.tsx'
import { legsQuery } from '../queries.ts'
import { sideText } from '../positions.ts'
import type { Leg } from '../queries.ts'

type LegBarProps = {
  profileId: string
  onOpen: (profileId: string) => void
  onInvite: (where: string) => void
}

/** Both legs below the top: their sizes, their balance, the next position, and their ends. */
export function LegBar({ profileId, onOpen, onInvite }: LegBarProps) {
  const { data, error, refetch } = useQuery(legsQuery(profileId))
  if (!data && error) {
    const retry = () => void refetch()
    return <ErrorPanel error={error} title={t`Failed to load the legs`} onRetry={retry} />
  }
  return (
    <Spot name="legs" waiting={!data}>
      {data ? (
        <Legs legs={data} onOpen={onOpen} onInvite={onInvite} />
      ) : (
        <Skeleton className="h-full min-h-74 max-lg:min-h-48" />
      )}
    </Spot>
  )
}

type LegsProps = Omit<LegBarProps, 'profileId'> & { legs: { left: Leg; right: Leg } }

function Legs({ legs: { left, right }, onOpen, onInvite }: LegsProps) {
  return (
    <Card label={t`Legs`} className="p-5">
      <Balance left={left.seats} right={right.seats} />
      <div className="mt-3 grid grid-cols-2 gap-4 sm:max-lg:gap-8 lg:grid-cols-1">
        <LegFigures side="left" leg={left} onOpen={onOpen} onInvite={onInvite} />
        <LegFigures side="right" leg={right} onOpen={onOpen} onInvite={onInvite} />
      </div>
    </Card>
  )
}

function balanceText(left: number, right: number): string {
  if (left === right) return left === 0 ? t`No members here yet` : t`Balanced`
  return left > right ? t`${left - right} more on the left` : t`${right - left} more on the right`
}

/**
 * Two bars from the middle outward, the longer one full, with numbers and labels. The left leg is
 * on the left in every language, as in the picture.
 */
function Balance({ left, right }: { left: number; right: number }) {
  const most = Math.max(left, right, 1)
  return (
    <>
      <div
        aria-hidden="true"
        dir="ltr"
        className="figures flex items-center gap-2 text-sm text-soft"
      >
        <span className="min-w-[2ch]">{left}</span>
        <div className="grid flex-1 grid-cols-2 gap-0.5 forced-color-adjust-none">
          <Bar share={left / most} className="justify-self-end rounded-l-xs bg-accent" />
          <Bar share={right / most} className="rounded-r-xs bg-accent/50" />
        </div>
        <span className="min-w-[2ch] text-end">{right}</span>
      </div>
      <p className="figures mt-1.5 text-center text-sm text-soft">{balanceText(left, right)}</p>
    </>
  )
}

function Bar({ share, className }: { share: number; className: string }) {
  return (
    <div className="grid h-2 bg-line first:rounded-l-xs last:rounded-r-xs">
      <div
        className={`transition-[width] duration-300 ease-fold ${className}`}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}

type LegFiguresProps = {
  side: 'left' | 'right'
  leg: Leg
  onOpen: (profileId: string) => void
  onInvite: (where: string) => void
}

const WORDS = {
  left: () => ({ name: t`Left`, leg: t`Left leg`, outermost: t`Far left` }),
  right: () => ({ name: t`Right`, leg: t`Right leg`, outermost: t`Far right` }),
}

function LegFigures({ side, leg, onOpen, onInvite }: LegFiguresProps) {
  const { seats, members, next_free: free, outermost } = leg
  const words = WORDS[side]()
  const where = free ? sideText(free.side, free.parent.user.username) : null
  return (
    <fieldset aria-label={words.leg} className="min-w-0">
      <p className="figures flex flex-wrap items-baseline gap-x-2">
        <span className="text-soft">{words.name}</span>
        {/* A changed count fades in again, to catch the eye. */}
        <strong key={seats} className="animate-appear text-xl font-semibold">
          {members}
        </strong>
        <span className="text-sm text-soft">{members === 1 ? t`member` : t`members`}</span>{' '}
        <span className="text-sm text-soft max-sm:basis-full">
          (<Plural value={seats} one="# active seat" other="# active seats" />)
        </span>
      </p>
      {where && free && (
        <p className="mt-1 text-sm wrap-anywhere text-soft">
          <Trans>
            Next free position: {where}, level {free.level}
          </Trans>
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {where && (
          <Button
            size="small"
            icon="plus"
            aria-label={t`Invite here, ${where}`}
            onClick={() => onInvite(where)}
          >
            <Trans>Invite here</Trans>
          </Button>
        )}
        {outermost && (
          <Button
            size="small"
            kind="quiet"
            className="max-sm:-ms-3"
            onClick={() => onOpen(outermost.profile.profile_id)}
          >
            {words.outermost}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
