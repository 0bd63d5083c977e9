import { countText } from '../list/pager.tsx'

/** What of a queue came in one answer, and how many wait in all. */
export type Waiting<Item> = { results: Item[]; count: number }

/** Says so where more wait than are shown. */
export function OldestOf({ waiting: { results, count } }: { waiting: Waiting<unknown> }) {
  if (count <= results.length) return null
  return (
    <p className="border-t border-line px-4 py-2 text-xs text-faint">
      {results.length} of {countText(count)} are shown; the others follow as these are done.
    </p>
  )
}
