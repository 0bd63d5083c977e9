import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ItemInstance } from '@headless-tree/core'
import { Icon } from '../../../ui/icon.tsx'
import { joinClasses } from '../../../ui/format/join-classes.ts'
import { PlanMark } from '../../../ui/plan/plan-mark.tsx'
import type { Seat } from '../queries.ts'

type OutlineRowProps = {
  item: ItemInstance<Seat>
  offset: number
  hasFailed: boolean
  onOpen: (profileId: string) => void
}

/** Rows deeper than this aren't indented further, because a phone has no room for it. */
const MAX_INDENT = 8

/**
 * A member in the outline. A click opens or collapses the downline. The icon moves the member to
 * the top.
 */
export function OutlineRow({ item, offset, hasFailed, onOpen }: OutlineRowProps) {
  'use no memo'
  const { profile_id: profileId, user } = item.getItemData()
  const level = item.getItemMeta().level
  return (
    <div
      {...item.getProps()}
      // Its contents are its name: the text for screen readers, and the button.
      aria-label={undefined}
      className={
        'absolute inset-x-0 top-0 flex h-10 cursor-default items-center gap-2 rounded-md pe-1 ' +
        '-outline-offset-2 hover:bg-raised pointer-coarse:h-12'
      }
      style={{
        transform: `translateY(${offset}px)`,
        paddingInlineStart: `${0.25 + Math.min(level, MAX_INDENT) * 1.125}rem`,
      }}
    >
      <Fold item={item} />
      <span className="sr-only">{item.getItemName()}</span>
      <Shown seat={item.getItemData()} hasFailed={hasFailed} />
      <button
        type="button"
        tabIndex={-1}
        aria-label={t`Show ${user.username} as the top`}
        onClick={(event) => {
          event.stopPropagation()
          onOpen(profileId)
        }}
        className={
          'grid size-9 shrink-0 place-items-center rounded-md text-faint hover:text-ink ' +
          'pointer-coarse:size-11'
        }
      >
        <Icon name="tree" className="size-4.5" />
      </button>
    </div>
  )
}

/** The visual form of a member. Screen readers get it in words. */
function Shown({ seat, hasFailed }: { seat: Seat; hasFailed: boolean }) {
  const { user, plan, side, left, right } = seat
  return (
    <>
      <span aria-hidden="true" className="w-3 shrink-0 text-xs text-faint">
        {side ? side[0]?.toUpperCase() : ''}
      </span>
      <PlanMark plan={plan.name} className="size-4.5 shrink-0" />
      <span
        aria-hidden="true"
        title={user.username}
        className={
          'line-clamp-2 min-w-0 flex-1 leading-tight font-medium wrap-anywhere max-xs:text-sm'
        }
      >
        {user.username}
      </span>
      {hasFailed ? (
        <span className="text-sm text-bad">
          <Trans>Failed to load node data</Trans>
        </span>
      ) : (
        <span aria-hidden="true" className="figures shrink-0 text-sm text-soft">
          {left} · {right}
        </span>
      )}
    </>
  )
}

function Fold({ item }: { item: ItemInstance<Seat> }) {
  'use no memo'
  return (
    <span
      aria-hidden="true"
      className={joinClasses(
        'grid size-6 shrink-0 place-items-center text-lg leading-none text-faint',
        item.isFolder() ? 'transition-transform' : 'invisible',
        item.isExpanded() && 'rotate-90 rtl:-rotate-90',
        item.isLoading() && 'animate-pulse-soft',
      )}
    >
      ›
    </span>
  )
}
