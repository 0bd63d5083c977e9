import { Link, useSearchParams } from 'react-router'

export type TabName = { value: string; label: string }

/** Which part of an object is shown. The address holds it. */
export function useTab(tabs: readonly TabName[]): string {
  const [params] = useSearchParams()
  const asked = params.get('tab')
  return tabs.find(({ value }) => value === asked)?.value ?? tabs[0]?.value ?? ''
}

/** Brings the current tab into the middle where they do not all fit; the page stays as it is. */
function showCurrent(bar: HTMLElement | null): void {
  const current = bar?.querySelector<HTMLElement>('[aria-current]')
  if (!bar || !current) return
  const [frame, tab] = [bar.getBoundingClientRect(), current.getBoundingClientRect()]
  bar.scrollLeft += tab.left + tab.width / 2 - frame.left - frame.width / 2
}

export function TabBar({ tabs, label }: { tabs: readonly TabName[]; label: string }) {
  const current = useTab(tabs)
  return (
    <nav ref={showCurrent} aria-label={label} className="overflow-x-auto border-b border-line">
      <ul className="flex gap-5">
        {tabs.map(({ value, label: name }) => (
          <li key={value}>
            <Link
              to={{ search: `?tab=${value}` }}
              aria-current={value === current ? 'page' : undefined}
              className={
                'flex h-11 items-center border-b-2 border-transparent text-sm whitespace-nowrap ' +
                'text-faint hover:text-ink aria-[current=page]:border-accent ' +
                'aria-[current=page]:font-medium aria-[current=page]:text-ink'
              }
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
