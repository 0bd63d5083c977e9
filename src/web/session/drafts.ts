import { readSession } from './session.ts'

// What a member was writing when the session ended, kept in this tab until the same member is
// back. Forms say themselves what of them is kept: never a password, never a code.

const KEY = 'drafts'

export type Values = Record<string, string | boolean>
type Kept = { member: string; forms: Record<string, Values> }

/** The forms that stand open in the page, by name. */
const open = new Map<string, () => Values>()

/** Lets what stands in a form be kept, should the session end. @returns to be called at its end */
export function watchForm(name: string, read: () => Values): () => void {
  open.set(name, read)
  return () => open.delete(name)
}

/** Keeps what stands in the open forms; to be called before the session is forgotten. */
export function keepDrafts(): void {
  const session = readSession()
  if (session.status !== 'member' || open.size === 0) return
  const forms = Object.fromEntries([...open].map(([name, read]) => [name, read()]))
  write({ member: session.user.id, forms })
}

/** Forgets what belongs to another member than the one who is here now; all where nobody is. */
export function dropDraftsExceptOf(member: string | null): void {
  if (readKept()?.member !== member) write(null)
}

const formsOfMember = (): Kept['forms'] => {
  const session = readSession()
  const kept = readKept()
  return session.status === 'member' && kept?.member === session.user.id ? kept.forms : {}
}

export const hasDraft = (name: string): boolean => Object.hasOwn(formsOfMember(), name)

/** What a form begins with: each field as it was left, where it was left with such a value. */
export function readDraft<V extends Values>(name: string, otherwise: V): V {
  const left = formsOfMember()[name] ?? {}
  const same = Object.entries(left).filter(([key, value]) => typeof value === typeof otherwise[key])
  return { ...otherwise, ...Object.fromEntries(same) }
}

/** A draft is taken up once: whoever closes the form then has thrown it away. */
export function dropDraft(name: string): void {
  const kept = readKept()
  if (!kept || !Object.hasOwn(kept.forms, name)) return
  const { [name]: _taken, ...forms } = kept.forms
  write(Object.keys(forms).length > 0 ? { ...kept, forms } : null)
}

function readKept(): Kept | null {
  try {
    const text = sessionStorage.getItem(KEY)
    return text === null ? null : (JSON.parse(text) as Kept)
  } catch {
    return null
  }
}

function write(kept: Kept | null): void {
  try {
    if (kept) sessionStorage.setItem(KEY, JSON.stringify(kept))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage the form is empty afterwards, as it would be without all this.
  }
}
