/**
 * Key-value state with an undo layer for each block that a fork may still remove, and one for
 * pending transactions. Forks, the solid view, and dry runs are built on these.
 */
/** A number is the head with that many of the newest blocks undone, including recent solid ones. */
export type View = 'pending' | 'head' | 'solid' | number

/** How many solid blocks can still be undone for a view. */
const REMEMBERED = 300

/** A dry run over a view. Its writes stay separate until committed to the pending layer. */
export type Scratch<V> = {
  get(key: string): V | undefined
  set(key: string, value: V): void
}

export type Layers<V> = {
  get(key: string, view: View): V | undefined
  scratch(view: View): Scratch<V> & { commit(): void }
  /** Moves the pending writes into a new block; with `empty`, the block gets none of them. */
  seal(empty: boolean): void
  undoPending(): void
  undoBlock(): void
  /** Makes all blocks below the newest `count` permanent: they are solid. */
  keepBlocks(count: number): void
}

/** Keeps writes until they are committed to the layer below. */
export function overlay<V>(below: Scratch<V>): Scratch<V> & { commit(): void } {
  const writes = new Map<string, V>()
  return {
    get: (key) => writes.get(key) ?? below.get(key),
    set: (key, value) => writes.set(key, value),
    commit: () => writes.forEach((value, key) => below.set(key, value)),
  }
}

export function openLayers<V>(): Layers<V> {
  const now = new Map<string, V>()
  // The previous values each block overwrote, newest last. The last `loose` blocks aren't solid.
  const undos: Map<string, V | undefined>[] = []
  let loose = 0
  let pending = new Map<string, V | undefined>()

  function get(key: string, view: View): V | undefined {
    const back = typeof view === 'number' ? view : view === 'solid' ? loose : 0
    // The oldest layer that changed the key knows its value before all of them.
    for (let at = Math.max(0, undos.length - back); at < undos.length; at += 1) {
      const layer = undos[at]
      if (layer?.has(key)) return layer.get(key)
    }
    return view !== 'pending' && pending.has(key) ? pending.get(key) : now.get(key)
  }

  function set(key: string, value: V): void {
    if (!pending.has(key)) pending.set(key, now.get(key))
    now.set(key, value)
  }

  function undo(layer: Map<string, V | undefined>): void {
    for (const [key, value] of layer) {
      if (value === undefined) now.delete(key)
      else now.set(key, value)
    }
  }

  return {
    get,
    scratch(view) {
      return overlay({ get: (key) => get(key, view), set })
    },
    seal(empty) {
      undos.push(empty ? new Map<string, V | undefined>() : pending)
      loose += 1
      if (!empty) pending = new Map()
    },
    undoPending() {
      undo(pending)
      pending = new Map()
    },
    undoBlock() {
      const layer = undos.pop()
      if (layer === undefined) return
      loose -= 1
      undo(layer)
    },
    keepBlocks(count) {
      loose = Math.min(loose, count)
      undos.splice(0, Math.max(0, undos.length - loose - REMEMBERED))
    },
  }
}
