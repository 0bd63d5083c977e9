import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import type { User } from '../../../session/session.ts'
import { PlanMark } from '../../../ui/plan/plan-mark.tsx'
import { useMe } from '../../me/queries.ts'
import { legsQuery } from '../queries.ts'
import { TAB_CLASSES } from '../../../ui/format/tab-row.ts'

type Profile = User['profiles'][number]
type PlanTabsProps = { shown: string; onOpen: (profileId: string) => void }

/**
 * One profile per plan, highest plan first. It is the oldest, whose tree had the most time to grow.
 */
function oldestOfEach(profiles: readonly Profile[]): Profile[] {
  const byPlan = Map.groupBy(profiles, ({ plan }) => plan.name)
  return [...byPlan.values()]
    .flatMap((same) => {
      const active = same.filter((profile) => profile.active)
      return (active.length > 0 ? active : same).toSorted((a, b) => Number(a.id) - Number(b.id))[0]
    })
    .filter((profile) => profile !== undefined)
}

/** The member's plans, each with its own tree and its number of members. */
export function PlanTabs({ shown, onOpen }: PlanTabsProps) {
  const profiles = useMe().data?.profiles ?? []
  const tops = oldestOfEach(profiles)
  const counts = useQueries({
    queries: tops.map(({ profile_id: id, active }) => ({ ...legsQuery(id), enabled: active })),
  })
  if (tops.length < 2) return null
  const here = profiles.find(({ profile_id: id }) => id === shown)
  return (
    <nav aria-label={t`Plans`} className="relative mt-4 overflow-x-auto border-b border-line">
      <ul className="flex w-max min-w-full gap-1">
        {tops.map(({ profile_id: id, plan, active }, index) => {
          const legs = counts[index]?.data
          const size = legs ? legs.left.members + legs.right.members : null
          return (
            <li key={id}>
              <button
                type="button"
                aria-current={here?.plan.name === plan.name ? 'true' : undefined}
                onClick={() => onOpen(id)}
                className={`${TAB_CLASSES} px-3`}
              >
                <PlanMark plan={plan.name} className="size-5 shrink-0" />
                {plan.name}
                <span className="figures min-w-[2ch] text-faint">
                  {active && size !== null && (
                    <>
                      <span aria-hidden="true">{size}</span>
                      <span className="sr-only">
                        <Plural value={size} one="# member" other="# members" />
                      </span>
                    </>
                  )}
                  {!active && t`inactive`}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
