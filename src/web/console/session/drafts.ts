import { createTabStorage } from '../../client/tab-storage.ts'
import { readUsername } from './operator-session.ts'

// What an operator typed into a long form and hasn't sent. This tab keeps it while they look at
// another page, and after their session ended. No other operator ever sees it.

const NAME = 'console_drafts'
const MAX_DRAFTS = 20

const storage = createTabStorage([NAME], readUsername)

/** Forgets the drafts of everyone else, or all of them if no one is signed in. */
export const keepDraftsOnlyOf = storage.keepOnlyOf

const read = (): Record<string, unknown> => storage.get<Record<string, unknown>>(NAME) ?? {}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isChoice = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** Whether stored contents have the form's fields. A newer version of the page may have others. */
function fits<T>(stored: unknown, form: T): stored is T {
  // Any number of boxes may be checked.
  if (isChoice(form)) return isChoice(stored)
  if (!isRecord(form)) return typeof stored === typeof form
  if (!isRecord(stored)) return false
  const names = Object.keys(form)
  const isComplete = names.length === Object.keys(stored).length
  return isComplete && names.every((name) => fits(stored[name], form[name]))
}

export const hasDraft = (name: string): boolean => Object.hasOwn(read(), name)

/** The contents of a form as the operator left them, or `otherwise`. */
export function readDraft<T>(name: string, otherwise: T): T {
  const { [name]: stored } = read()
  return fits(stored, otherwise) ? stored : otherwise
}

/** Keeps the contents of a form. The oldest drafts make room. */
export function keepDraft(name: string, contents: unknown): void {
  const others = Object.entries(read()).filter(([other]) => other !== name)
  const newest = [...others, [name, contents] as const].slice(-MAX_DRAFTS)
  storage.set(NAME, Object.fromEntries(newest))
}

export function dropDraft(name: string): void {
  const others = Object.entries(read()).filter(([other]) => other !== name)
  storage.set(NAME, others.length > 0 ? Object.fromEntries(others) : null)
}
