import { readSession } from './session.ts'

// What is kept of a member in this tab, over reloads: until they sign out or another signs in.

const NAMES = ['drafts', 'unsettled'] as const

type Name = (typeof NAMES)[number]
type Kept = { member: string; value: unknown }

function readKept(name: Name): Kept | null {
  try {
    const text = sessionStorage.getItem(name)
    return text === null ? null : (JSON.parse(text) as Kept)
  } catch {
    return null
  }
}

/** Keeps something of the member who is here; nothing where nobody is, or where it is null. */
export function keepOwn(name: Name, value: unknown): void {
  const session = readSession()
  if (session.status !== 'member') return
  const kept: Kept = { member: session.user.id, value }
  try {
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(kept))
  } catch {
    // Without storage all of this begins anew with the page, as it would without this room.
  }
}

/** What was kept under a name, if it is of the member who is here. */
export function readOwn<T>(name: Name): T | null {
  const session = readSession()
  const kept = readKept(name)
  return session.status === 'member' && kept?.member === session.user.id ? (kept.value as T) : null
}

/** Forgets what belongs to another member than the one who is here now; all where nobody is. */
export function forgetExceptOf(member: string | null): void {
  for (const name of NAMES) {
    try {
      if (readKept(name)?.member !== member) sessionStorage.removeItem(name)
    } catch {
      // Where nothing can be stored, nothing was kept.
    }
  }
}
