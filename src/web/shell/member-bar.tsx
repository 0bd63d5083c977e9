'use no memo'

import { t } from '@lingui/core/macro'
import { NavLink } from 'react-router'
import { paths } from '../client/paths.ts'
import { Icon } from '../ui/icon.tsx'
import { joinClasses } from '../ui/format/join-classes.ts'
import { FOR_MEMBERS, useAudience } from './audience.ts'
import { memberLinks } from './links.ts'

/** A member's four main pages within thumb's reach, on screens too small for the header's links. */
export function MemberBar() {
  const audience = useAudience()
  if (audience === 'visitor') return null
  const rooms = [
    ...memberLinks().slice(0, 3),
    { label: t`Account`, to: paths.account(), icon: 'user' as const },
  ]
  return (
    // Keeps the page's end clear of the bar, which is above the page wherever it is scrolled.
    <div
      className={joinClasses(
        'h-[calc(3.5rem+1px+env(safe-area-inset-bottom))] lg:hidden print:hidden',
        audience === 'either' && FOR_MEMBERS,
      )}
    >
      <nav
        aria-label={t`Sections`}
        className={
          'fixed inset-x-0 bottom-0 z-20 grid grid-cols-4 border-t border-line bg-ground/92 ' +
          'pb-[env(safe-area-inset-bottom)] backdrop-blur-md'
        }
      >
        {rooms.map((room) => (
          <NavLink
            key={room.to}
            to={room.to}
            className={
              'grid min-h-14 content-center justify-items-center gap-1 text-xs text-faint ' +
              '-outline-offset-2 hover:text-ink aria-[current=page]:font-medium ' +
              'aria-[current=page]:text-accent'
            }
          >
            <Icon name={room.icon} />
            {room.label}
          </NavLink>
        ))}
      </nav>
    </div>
  )
}
