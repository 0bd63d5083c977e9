import { t } from '@lingui/core/macro'
import { Link, useLocation } from 'react-router'
import { paths } from '../../client/paths.ts'
import { showCurrent, TAB_CLASSES } from '../../ui/format/tab-row.ts'

const tabs = () => [
  { label: t`Dashboard`, to: paths.dashboard() },
  { label: t`Referrals`, to: paths.referrals() },
  { label: t`Earnings`, to: paths.earnings() },
  { label: t`Activity`, to: paths.activity() },
  { label: t`Statements`, to: paths.statements() },
  { label: t`Proofs`, to: paths.proofs() },
  { label: t`Account`, to: paths.account() },
]

const show = (tab: HTMLElement | null) => showCurrent(tab?.closest('nav') ?? null)

/** The member's own pages, side by side. The trees need the room for themselves. */
export function MemberTabs() {
  // Prerendered pages have a trailing slash in their path.
  const pathname = useLocation().pathname.replace(/\/$/, '')
  const pages = tabs()
  if (!pages.some(({ to }) => to === pathname)) return null
  return (
    <nav aria-label={t`Your pages`} className="overflow-x-auto border-b border-line print:hidden">
      <ul className="mx-auto flex w-max min-w-full max-w-7xl gap-1 px-1 sm:px-3">
        {pages.map(({ label, to }) => (
          <Tab key={to} label={label} to={to} isCurrent={to === pathname} />
        ))}
      </ul>
    </nav>
  )
}

type TabProps = { label: string; to: string; isCurrent: boolean }

const Tab = ({ label, to, isCurrent }: TabProps) => (
  <li>
    <Link
      ref={isCurrent ? show : null}
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${TAB_CLASSES} px-3`}
    >
      {label}
    </Link>
  </li>
)
