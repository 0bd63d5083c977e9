import { readFileSync } from 'node:fs'

const path = new URL('breached-passwords.txt', import.meta.url)

// The header's lines hold spaces, which no word of the list does.
const words = readFileSync(path, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.includes(' '))

/** Some 18,000 passwords of published breaches, in lower case: eight characters and more each. */
export const breachedPasswords: ReadonlySet<string> = new Set(words)
