import { usernameLength, usernamePattern } from './limits.ts'

/**
 * A typed username in the one form in which names are compared, or null when nobody can have it.
 * Names are ASCII, so JavaScript and PostgreSQL fold them alike; folding anything else would let
 * several spellings lead to one account.
 */
export function canonicalName(typed: string): string | null {
  const name = typed.trim()
  const { min, max } = usernameLength
  if (name.length < min || name.length > max || !usernamePattern.test(name)) return null
  return name.toLowerCase()
}
