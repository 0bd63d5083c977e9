/** The console has words for all actions of a list, so it needs all that the server writes. */
import { expect, test } from 'vitest'
import { auditActions } from '../../src/contract/fields/audit-actions.ts'
import { readText, sources } from './sources.ts'

// How the server writes them: as a property, a constant, or an argument of these functions.
const WRITTEN = [
  /\baction: (?:'(\w+ [\w ]+)'|`([^`]+)`)/g,
  /\bconst action = (?:[^\n]*\? )?'([^']+)'/g,
  /\bconst action = [^\n]*\? [^\n]* : '([^']+)'/g,
  /\[action, object\] = \['([^']+)'/g,
  /\b(?:noted|record\w+Change|audited)\((?:tx|(?:deps\.)?db),[^'\n]*'(\w+ [^']+)'/g,
  /\b(?:noted|record\w+Change|audited)\(\s+deps\.db,\s+'([^']+)'/g,
]

const isOf = (pattern: string, action: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/\$\{.*?\}/g, '\\w+')}$`).test(action)

test('the list of audit actions is what the server writes', () => {
  const written = sources
    .filter((path) => path.startsWith('src/server/') && !path.includes('/language/'))
    .map(readText)
    .flatMap((text) => WRITTEN.flatMap((pattern) => [...text.matchAll(pattern)]))
    .map(([, plain, made = '']) => plain ?? made)
  const unknown = written.filter((each) => !auditActions.some((action) => isOf(each, action)))
  expect([...new Set(unknown)]).toEqual([])
  expect(auditActions.filter((action) => !written.some((each) => isOf(each, action)))).toEqual([])
})
