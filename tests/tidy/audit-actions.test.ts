/** The console has words for all actions of a list, so it needs every one that the server writes. */
import { expect, test } from 'vitest'
import { auditActions } from '../../src/contract/fields/audit-actions.ts'
import { readText, sources } from './sources.ts'

// How the server writes them: as a property, a constant, or an argument of these functions.
const WRITTEN = [
  /\baction(?: =|:) ([^\n]+)/g,
  /\[action, object\] = \[('[^']+')/g,
  /\b(?:noted|note|noteAccessChange|audited)\(\s*[^']*?('[^']+')/g,
]
/** Lines that compare or describe an action in another sense. */
const OTHER = /action: \{|action: string|action: z|'Transac/

test('the list of audit actions is what the server writes', () => {
  const server = sources.filter((path) => path.startsWith('src/server/'))
  const written = server
    .map(readText)
    .filter((text) => text.includes('audit'))
    .flatMap((text) => WRITTEN.flatMap((pattern) => [...text.matchAll(pattern)]))
    .filter(([whole]) => !OTHER.test(whole))
    .flatMap(([, rest = '']) => [...rest.matchAll(/'([^']+)'|`([^`]+)`/g)])
    .map(([, plain, made = '']) => plain ?? made)
  const listed = new Set<string>(auditActions)
  const known = (action: string): boolean =>
    action.includes('${')
      ? [...listed].some((each) =>
          new RegExp(`^${action.replace(/\$\{.*?\}/g, '\\w+')}$`).test(each),
        )
      : listed.has(action)
  expect([...new Set(written)].filter((action) => !known(action))).toEqual([])
  const used = (action: string) =>
    written.some((each) => new RegExp(`^${each.replace(/\$\{.*?\}/g, '\\w+')}$`).test(action))
  expect(auditActions.filter((action) => !used(action))).toEqual([])
})
