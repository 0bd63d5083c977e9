/**
 * Key-value state with one undo layer for each block that may still be forked away and one for the
 * transactions that wait for a block. Forks, the solid view and dry runs all come from these.
 */
/** A number is the head with so many of the newest blocks undone, also solid ones for a while. */
export type View = 'pending' | 'head' | 'solid' | number

/** Solid blocks that can still be looked back through. */
const remembered = 300

/** A dry run over a view: its writes stay its own until they are committed to the pending layer. */
export type Scratch<V> = {
  get(key: string): V | undefined
  set(key: string, value: V): void
}

export type Layers<V> = {
  get(key: string, view: View): V | undefined
  scratch(view: View): Scratch<V> & { commit(): void }
  /** The pending writes become those of a new block; with `empty`, the block has none of them. */
  seal(empty: boolean): void
  undoPending(): void
  undoBlock(): void
  /** Blocks below the newest `count` can no longer be undone: they are solid. */
  keepBlocks(count: number): void
}

/** Writes stay in the overlay until they are committed to what lies below it. */
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
  // What each block changed, as it was before; the newest last. The last `loose` are not solid.
  const undos: Map<string, V | undefined>[] = []
  let loose = 0
  let pending = new Map<string, V | undefined>()

  function get(key: string, view: View): V | undefined {
    const back = typeof view === 'number' ? view : view === 'solid' ? loose : 0
    // The oldest layer that changed the key remembers what it was before all of them.
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
      undos.push(empty ? new Map() : pending)
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
      undos.splice(0, Math.max(0, undos.length - loose - remembered))
    },
  }
}
