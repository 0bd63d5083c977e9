import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NavLink } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { mayCall } from '../session/permission.ts'
import { useOperator } from '../session/operator-session.ts'
import { NAVIGATION } from './navigation-links.ts'
import { useQueueSizes } from '../overview/queries.ts'

const LINK =
  'flex min-h-11 items-center gap-2.5 rounded-md px-2.5 text-soft hover:bg-raised hover:text-ink ' +
  'aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-ink ' +
  'py-1 leading-tight lg:min-h-8 lg:pointer-coarse:min-h-11'

/**
 * The console's pages, without those that the operator's role may not see. A tablet's menu has a
 * column for each group.
 */
export function Navigation({ onPick }: { onPick?: () => void }) {
  const { role } = useOperator()
  const sizes = useQueueSizes()
  return (
    <nav aria-label={t`Console`} className="grid grid-cols-1 gap-4 md:max-lg:grid-cols-3">
      {NAVIGATION.map((group) => {
        const links = group.links.filter((link) => mayCall(role, link.needs))
        if (links.length === 0) return null
        return (
          <div key={group.label}>
            <p className="px-2.5 pb-1 text-2xs font-medium text-faint uppercase">{group.label}</p>
            <ul>
              {links.map(({ label, to, icon, queue }) => (
                <li key={label}>
                  <NavLink to={to} end={to === '/'} className={LINK} onClick={onPick}>
                    <Icon name={icon} className="size-4.5 shrink-0 opacity-80" />
                    <span className="min-w-0 wrap-anywhere">{label}</span>
                    {queue && <Size size={sizes?.[queue]} />}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function Size({ size }: { size: number | undefined }) {
  if (!size) return null
  return (
    <span className="figures ms-auto rounded-full bg-accent px-1.5 text-2xs text-on-accent">
      {size}
      <span className="sr-only">
        <Trans> waiting</Trans>
      </span>
    </span>
  )
}
