import { Link, useSearchParams } from 'react-router'
import { showCurrent, TAB_CLASSES } from '../../ui/format/tab-row.ts'

export type TabName = { value: string; label: string }

/** Chooses the part of an object to show. The address holds the choice. */
export function useTab(tabs: readonly TabName[]): string {
  const [params] = useSearchParams()
  const asked = params.get('tab')
  return tabs.find(({ value }) => value === asked)?.value ?? tabs[0]?.value ?? ''
}

export function TabBar({ tabs, label }: { tabs: readonly TabName[]; label: string }) {
  const current = useTab(tabs)
  return (
    <nav
      ref={showCurrent}
      aria-label={label}
      className="overflow-x-auto border-b border-line print:hidden"
    >
      <ul className="flex gap-5">
        {tabs.map(({ value, label: name }) => (
          <li key={value}>
            <Link
              to={{ search: `?tab=${value}` }}
              aria-current={value === current ? 'page' : undefined}
              className={TAB_CLASSES}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
