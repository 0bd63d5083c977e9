import { usernameLength, usernamePattern } from './limits.ts'

/**
 * The canonical form of a typed username, in which we compare names; null if it can't be a name.
 * Names are ASCII, so JavaScript and PostgreSQL fold them the same way. Folding anything else would
 * let several spellings lead to one account.
 */
export function canonicalName(typed: string): string | null {
  const name = typed.trim()
  const { min, max } = usernameLength
  if (name.length < min || name.length > max || !usernamePattern.test(name)) return null
  return name.toLowerCase()
}
