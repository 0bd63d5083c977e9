import { tabStorage } from './tab-storage.ts'

// Unsaved form contents from before the session ended or the page reloaded, kept in this tab until
// the same member is back. Each form decides what to keep: never a password, never a code.

const KEY = 'drafts'

export type Values = Record<string, string | boolean>
type Forms = Record<string, Values>

/** The open forms of the page, by name. */
const open = new Map<string, () => Values>()

/** Lets a form's contents be kept by `keepDrafts`. @returns ends that */
export function watchForm(name: string, read: () => Values): () => void {
  open.set(name, read)
  return () => open.delete(name)
}

/** Stores the contents of open forms. Call it before forgetting the session or reloading. */
export function keepDrafts(): void {
  if (open.size === 0) return
  tabStorage.set(KEY, Object.fromEntries([...open].map(([name, read]) => [name, read()])))
}

if (typeof window === 'object') window.addEventListener('reload', keepDrafts)

const formsOfMember = (): Forms => tabStorage.get<Forms>(KEY) ?? {}

export const hasDraft = (name: string): boolean => Object.hasOwn(formsOfMember(), name)

/** A form's initial values: each field as left, if the draft has a valid value. */
export function readDraft<V extends Values>(name: string, otherwise: V): V {
  const left = formsOfMember()[name] ?? {}
  const same = Object.entries(left).filter(([key, value]) => typeof value === typeof otherwise[key])
  return { ...otherwise, ...Object.fromEntries(same) }
}

/** A draft is restored once: closing the form then discards it. */
export function dropDraft(name: string): void {
  const { [name]: taken, ...forms } = formsOfMember()
  if (taken) tabStorage.set(KEY, Object.keys(forms).length > 0 ? forms : null)
}
