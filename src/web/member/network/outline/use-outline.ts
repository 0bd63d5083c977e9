import { t } from '@lingui/core/macro'
import { asyncDataLoaderFeature, hotkeysCoreFeature } from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useLive } from '../../live/use-live.ts'
import { toastError } from '../../../ui/toast/toast.ts'
import { windowQuery } from '../queries.ts'
import type { Seat } from '../queries.ts'
import { sideText, stateText, topText } from '../positions.ts'
import { useMedia } from '../../../client/use-media.ts'

// The compiler warns about this hook wherever it would memoize around it, so it's off here.
const useRows = useVirtualizer

const ROOT = 'root'
const RETRIES = 2
const ROW_HEIGHT = { fine: 40, coarse: 48 }

/** A row's label, the same as a position's in the picture. */
function spokenRow(seat: Seat, parent: Seat | null): string {
  const { user, plan, side, active, left, right } = seat
  const where = side && parent ? sideText(side, parent.user.username) : topText()
  const state = stateText(active)
  return t`${user.username}, ${where}, ${plan.name}, ${state}, ${left} left, ${right} right`
}

/**
 * Loads the two positions below a seat when its branch is opened. If they don't load again later,
 * the branch keeps the earlier ones.
 */
function useBranches(top: Seat) {
  const client = useQueryClient()
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const loaded = useRef(new Map<string, { id: string; data: Seat }[]>())
  const note = (id: string, hasFailed: boolean) =>
    setFailed((before) => {
      const next = new Set(before)
      if (hasFailed) next.add(id)
      else next.delete(id)
      return next
    })
  const load = async (id: string) => {
    if (id === ROOT) return [{ id: top.id, data: top }]
    try {
      const { seats } = await client.fetchQuery({ ...windowQuery(id, 1), retry: RETRIES })
      note(id, false)
      const below = seats.filter(({ level }) => level === 1)
      const children = below.map((data) => ({ id: data.id, data }))
      loaded.current.set(id, children)
      return children
    } catch {
      note(id, true)
      toastError(t`Error`, t`Failed to load node data`)
      return loaded.current.get(id) ?? []
    }
  }
  return { failed, load }
}

/** The outline's tree, its visible rows, and its keys in addition to those of the pattern. */
export function useOutline(
  top: Seat,
  scroller: HTMLElement | null,
  onOpen: (profileId: string) => void,
) {
  'use no memo'
  const isCoarse = useMedia('(pointer: coarse)')
  const { failed, load } = useBranches(top)
  const tree = useTree<Seat>({
    rootItemId: ROOT,
    initialState: { expandedItems: [top.id], focusedItem: top.id },
    getItemName: (item) => spokenRow(item.getItemData(), item.getParent()?.getItemData() ?? null),
    isItemFolder: (item) => {
      const { left, right } = item.getItemData()
      return left + right > 0
    },
    createLoadingItemData: () => top,
    dataLoader: { getItem: () => top, getChildrenWithData: load },
    scrollToItem: (item) => rows.scrollToIndex(item.getItemMeta().index),
    features: [asyncDataLoaderFeature, hotkeysCoreFeature],
  })
  const items = tree.getItems()
  const rows = useRows({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => (isCoarse ? ROW_HEIGHT.coarse : ROW_HEIGHT.fine),
    overscan: 10,
  })
  useLive('network', () => {
    for (const item of tree.getItems()) {
      if (item.isExpanded()) void item.invalidateChildrenIds(true)
    }
  })
  const focusByLetter = (letter: string) => {
    const at = tree.getFocusedItem().getItemMeta().index
    const after = [...items.slice(at + 1), ...items.slice(0, at + 1)]
    const next = after.find((item) =>
      item.getItemData().user.username.toLowerCase().startsWith(letter),
    )
    next?.setFocused()
    tree.updateDomFocus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') onOpen(tree.getFocusedItem().getItemData().profile_id)
    else if (/^[\p{L}\p{N}._-]$/u.test(event.key)) focusByLetter(event.key.toLowerCase())
    else return
    event.preventDefault()
  }
  return { tree, rows, failed, onKeyDown }
}
