import { Link, useSearchParams } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import { groupThousands } from '../../../ui/format/money-text.ts'
import { pageParams } from './filter.ts'

type PagerProps = {
  page: { count?: number | null; next: string | null; previous: string | null }
  shown: number
}

/** The server counts long lists no further than to these. */
const isCut = (count: number): boolean => count === 10_000 || count === 1_000

export const countText = (count: number): string =>
  `${groupThousands(String(count))}${isCut(count) ? ' or more' : ''}`

/** How many there are, and the way to the page before and after. */
export function Pager({ page: { count, next, previous }, shown }: PagerProps) {
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center justify-between gap-4 text-sm">
      <p className="figures text-faint">
        {count === undefined || count === null
          ? `${shown} shown`
          : `${shown} of ${countText(count)}`}
      </p>
      <div className="flex gap-2">
        <Step to={previous} label="Previous" />
        <Step to={next} label="Next" />
      </div>
    </nav>
  )
}

function Step({ to, label }: { to: string | null; label: string }) {
  const [params] = useSearchParams()
  if (to === null) return null
  return (
    <Link
      to={{ search: `?${pageParams(params, to)}` }}
      className={
        'flex h-9 items-center gap-1.5 rounded-md border border-edge/60 bg-sheet px-3 ' +
        'hover:border-edge pointer-coarse:h-11'
      }
    >
      {label === 'Previous' && <Icon name="back" className="size-4" />}
      {label}
      {label === 'Next' && <Icon name="forward" className="size-4" />}
    </Link>
  )
}
