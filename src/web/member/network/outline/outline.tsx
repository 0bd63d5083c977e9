import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Seat } from '../queries.ts'
import { OutlineRow } from './outline-row.tsx'
import { useOutline } from './use-outline.ts'

type OutlineProps = {
  top: Seat
  onOpen: (profileId: string) => void
  /** The member opened it from the previous top: the keyboard continues here. */
  takesFocus: boolean
}

/** The network as a list of collapsed branches, each loaded when it is opened. */
export default function Outline({ top, onOpen, takesFocus }: OutlineProps) {
  // The tree keeps its state in one mutable object, so nothing here may be memoized.
  'use no memo'
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { tree, rows, failed, onKeyDown } = useOutline(top, scroller, onOpen)
  const items = tree.getItems()
  const isReady = items.length > 0
  useEffect(() => {
    if (takesFocus && isReady && document.activeElement === document.body) tree.updateDomFocus()
  }, [takesFocus, isReady, tree])
  const label = t`Outline of ${top.user.username}, ${top.profile_id}`
  const container = { ...tree.getContainerProps(label), onKeyDown }
  return (
    <div className="p-2 sm:p-3">
      <div className="mb-2 flex flex-wrap justify-end gap-2 px-1">
        <p className="flex-1 self-center text-sm text-soft max-sm:hidden">
          <Trans>
            Use the arrow keys to move and open, type to find a name, and press Enter to show it at
            the top.
          </Trans>
        </p>
        <Button
          size="small"
          kind="quiet"
          onClick={() => items.forEach((item) => item.getItemMeta().level > 0 && item.collapse())}
        >
          <Trans>Collapse all</Trans>
        </Button>
      </div>
      <div ref={setScroller} className="max-h-[70dvh] overflow-y-auto overscroll-contain">
        <div {...container} className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const item = items[index]
            if (!item) return null
            return (
              <OutlineRow
                key={item.getKey()}
                item={item}
                offset={start}
                hasFailed={failed.has(item.getId())}
                onOpen={onOpen}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
