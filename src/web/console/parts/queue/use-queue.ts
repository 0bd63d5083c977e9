import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useKeys } from '../use-keys.ts'
import { NARROW, useMedia } from '../../../client/use-media.ts'

export type Queue<Item> = {
  /** The open item. On a wide screen, the first one unless another was chosen. */
  current: Item | undefined
  open: (id: string | null) => void
  /** Opens the next item after the current one is done. */
  advance: () => void
}

/** The open item of a queue. It's in the URL, and `j` and `k` move it. */
export function useQueue<Item extends { id: string }>(items: readonly Item[]): Queue<Item> {
  const narrow = useMedia(NARROW)
  const [params, setParams] = useSearchParams()
  const [shown, setShown] = useState<string | null>(null)
  const asked = items.findIndex(({ id }) => id === params.get('item'))
  const first = narrow ? items.findIndex(({ id }) => id === shown) : 0
  const index = asked >= 0 ? asked : first
  // A phone that turns keeps the item that opened automatically, with its dialog and reason.
  if (!narrow && shown !== (items[0]?.id ?? null)) setShown(items[0]?.id ?? null)
  const open = (id: string | null) => {
    setShown(null)
    setParams((old) => {
      const next = new URLSearchParams(old)
      if (id === null) next.delete('item')
      else next.set('item', id)
      return next
    })
  }
  const move = (by: number) => {
    const to = items[Math.min(Math.max(index + by, 0), items.length - 1)]
    if (to) open(to.id)
  }
  useKeys({ j: () => move(1), k: () => move(-1) })
  return {
    current: items[index],
    open,
    // On a phone, we return to the list, because the next item may not be the expected one.
    advance: () => open(narrow ? null : ((items[index + 1] ?? items[index - 1])?.id ?? null)),
  }
}
