import { Trans } from '@lingui/react/macro'
import { countText } from '../list/count-text.ts'

/** The queue items in one answer, and the total number waiting. */
export type Waiting<Item> = { results: Item[]; count: number }

/** A note when there are more items than the list shows. */
export function OldestOf({ waiting: { results, count } }: { waiting: Waiting<unknown> }) {
  if (count <= results.length) return null
  return (
    <p className="border-t border-line px-4 py-2 text-xs text-faint">
      <Trans>
        {results.length} of {countText(count)} are shown. The rest appear as you work through these.
      </Trans>
    </p>
  )
}
