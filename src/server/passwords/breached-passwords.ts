import { readFileSync } from 'node:fs'

const path = new URL('breached-passwords.txt', import.meta.url)

// The header's lines contain spaces, and no listed password does.
const words = readFileSync(path, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.includes(' '))

/**
 * About 18,000 passwords from published breaches, in lower case, at least eight characters each.
 */
export const breachedPasswords: ReadonlySet<string> = new Set(words)
