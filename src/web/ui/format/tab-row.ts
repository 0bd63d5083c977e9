/** The style of a tab that links to a page or a part of one. The current one is underlined. */
export const TAB_CLASSES =
  'flex h-11 items-center gap-2 border-b-2 border-transparent text-sm whitespace-nowrap ' +
  'text-faint -outline-offset-2 hover:text-ink aria-[current]:border-accent ' +
  'aria-[current]:font-medium aria-[current]:text-ink'

/** Scrolls the current tab into the middle if they don't all fit. The page stays as it is. */
export function showCurrent(bar: HTMLElement | null): void {
  const current = bar?.querySelector<HTMLElement>('[aria-current]')
  if (!bar || !current) return
  const [frame, tab] = [bar.getBoundingClientRect(), current.getBoundingClientRect()]
  bar.scrollLeft += tab.left + tab.width / 2 - frame.left - frame.width / 2
}
