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

/** Both legs below the top: how many, how even, where the next position is, where they end. */
export function LegBar({ profileId, onOpen, onInvite }: LegBarProps) {
  const { data, error, refetch } = useQuery(legsQuery(profileId))
  if (!data && error) {
    const retry = () => void refetch()
    return <ErrorPanel error={error} title={t`Failed to load the legs`} onRetry={retry} />
  }
  return (
    <Spot name="legs" waiting={!data} className="mt-4">
      {data ? (
        <Legs legs={data} onOpen={onOpen} onInvite={onInvite} />
      ) : (
        <Skeleton className="h-full min-h-44 max-sm:min-h-65" />
      )}
    </Spot>
  )
}

type LegsProps = Omit<LegBarProps, 'profileId'> & { legs: { left: Leg; right: Leg } }

function Legs({ legs: { left, right }, onOpen, onInvite }: LegsProps) {
  return (
    <Card label={t`Legs`} className="p-4">
      <Balance left={left.seats} right={right.seats} />
      <div className="mt-3 grid grid-cols-2 gap-4 sm:gap-8">
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

/** The legs as two parts of one line, with words below it. */
function Balance({ left, right }: { left: number; right: number }) {
  const share = left + right === 0 ? 50 : (left / (left + right)) * 100
  return (
    <>
      <div aria-hidden="true" className="relative h-2 overflow-hidden rounded-xs bg-line">
        <div
          className="absolute inset-y-0 left-0 bg-accent transition-[width] duration-300 ease-fold"
          style={{ width: `${left + right === 0 ? 0 : share}%` }}
        />
        <div className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-sheet" />
      </div>
      <p className="figures mt-1.5 text-center text-sm text-soft">{balanceText(left, right)}</p>
    </>
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
            className="max-sm:-ml-3"
            onClick={() => onOpen(outermost.profile.profile_id)}
          >
            {words.outermost}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
