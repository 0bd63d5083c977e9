// Data that this tab keeps for one person across reloads, until they sign out or someone else signs
// in.

type Kept = { owner: string; value: unknown }

export type TabStorage<Name extends string> = {
  /** The value under a name, if it belongs to the signed-in person. */
  get: <T>(name: Name) => T | null
  /** Stores a value for the signed-in person; null removes it. */
  set: (name: Name, value: unknown) => void
  /** Removes everything that belongs to anyone else, or everything if no one is signed in. */
  keepOnlyOf: (owner: string | null) => void
  readOwner: () => string | null
}

/** @param readOwner the signed-in person, if there is one */
export function createTabStorage<Name extends string>(
  names: readonly Name[],
  readOwner: () => string | null,
): TabStorage<Name> {
  return {
    readOwner,
    get<T>(name: Name): T | null {
      const kept = readKept(name)
      return kept !== null && kept.owner === readOwner() ? (kept.value as T) : null // as set
    },
    set(name, value) {
      const owner = readOwner()
      if (owner !== null) store(name, value === null ? null : { owner, value })
    },
    keepOnlyOf(owner) {
      for (const name of names) if (readKept(name)?.owner !== owner) store(name, null)
    },
  }
}

function readKept(name: string): Kept | null {
  try {
    const text = sessionStorage.getItem(name)
    return text === null ? null : (JSON.parse(text) as Kept) // as stored below
  } catch {
    return null
  }
}

function store(name: string, kept: Kept | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(kept))
  } catch {
    // Without storage, values last as long as the page.
  }
}
