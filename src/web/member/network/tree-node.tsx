import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { colorOf } from '../../ui/plan/plan-color.ts'
import { PlanMark } from '../../ui/plan/plan-mark.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { labelOf } from './positions.ts'
import type { Position } from './positions.ts'

type TreeNodeProps = { position: Position; onPress: () => void }

/** One position of the picture. Taken or empty, it is a button. */
export function TreeNode({ position, onPress }: TreeNodeProps) {
  const { seat: profile } = position
  const label = labelOf(position)
  if (!profile) {
    return (
      <button
        type="button"
        onClick={onPress}
        className={
          'grid size-full min-h-22 content-center justify-items-center rounded-md ' +
          'border border-dashed border-edge bg-sheet px-1 py-2 text-center ' +
          'hover:border-accent hover:bg-raised'
        }
      >
        <span className="text-xs text-faint">{label}</span>
        <span className="mt-0.5 text-sm text-soft">
          <Trans>Empty</Trans>
        </span>
      </button>
    )
  }
  const color = colorOf(profile.plan.name)
  return (
    <div
      className={joinClasses(
        'overflow-hidden rounded-md border bg-sheet',
        profile.active ? color.border : 'border-edge border-dotted',
      )}
    >
      <Tooltip hint={`${profile.user.username} · ${profile.profile_id}`}>
        <button
          type="button"
          onClick={onPress}
          className={joinClasses(
            'grid size-full min-h-22 content-center justify-items-center gap-0.5 ' +
              'px-1 py-2 text-center',
            'hover:bg-raised focus-visible:-outline-offset-2',
            color.wash,
          )}
        >
          <span className="text-xs text-faint">{label}</span>
          <span className="text-sm font-semibold wrap-anywhere max-xs:text-xs">
            {profile.user.username}
          </span>
          <span className={joinClasses('flex items-center gap-1 text-xs font-medium', color.text)}>
            <PlanMark plan={profile.plan.name} className="size-3.5 shrink-0" />
            <span className="max-xs:sr-only">{profile.plan.name}</span>
          </span>
          <span className="sr-only">{profile.active ? t`Active` : t`Inactive`}</span>
        </button>
      </Tooltip>
    </div>
  )
}
