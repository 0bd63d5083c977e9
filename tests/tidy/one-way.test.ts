import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesWith as among, parse, readText, sources, walk } from './sources.ts'

// Things that the web apps do in one way, checked by text that only the responsible files may
// contain.

const web = sources.filter((path) => path.startsWith('src/web/'))

const filesWith = (pattern: RegExp): string[] =>
  among(pattern, web).map((path) => path.slice('src/web/'.length))

test('forms are connected by useFields', () => {
  expect(filesWith(/\buseForm\(|\buseForm</)).toEqual(['ui/form/use-fields.ts'])
  const connected = filesWith(/useFields/)
  const others = filesWith(/<form\b/).filter((path) => !connected.includes(path))
  expect(others).toEqual([
    // The form library would outweigh the budget of these two.
    'member/deposit/deposit-form.tsx',
    // A search that suggests while typing. It submits nothing.
    'member/network/family-tree/tree-search.tsx',
    'visitor/contact/contact-form.tsx',
  ])
})

test('tables are drawn by one component', () => {
  // The plan page has no room for the other tables' needs.
  const light = 'visitor/plan/plan-table.tsx'
  expect(filesWith(/<table\b/)).toEqual(['ui/table/table.tsx', light])
})

test('components follow the clock, the screen, and stores by the hooks of the client', () => {
  const readsClock = /set(Now|Time)\w*\((Date\.now|readServerNowMs)\(\)\)/
  expect(filesWith(readsClock)).toEqual(['client/use-now.ts'])
  // The theme is chosen before React starts.
  expect(filesWith(/\bmatchMedia\(/)).toEqual(['client/use-media.ts', 'ui/theme.ts'])
  const sourcesOutside = ['client/use-media.ts', 'i18n/language.ts', 'ui/theme-toggle.tsx']
  expect(filesWith(/\buseSyncExternalStore\(/)).toEqual(
    [
      ...sourcesOutside,
      'client/pending-requests.ts',
      'client/store.ts',
      'ui/use-hydrated.ts',
    ].toSorted(),
  )
})

test('the device’s clock, which may be wrong, only measures how long something takes', () => {
  expect(filesWith(/Date\.now\(\)|new Date\(\)/)).toEqual([
    'client/create-call.ts',
    'client/online.ts',
    'client/pending-requests.ts',
    'client/seen.ts',
    'client/server-clock.ts',
    'client/use-send-once.ts',
    'console/parts/queue/use-claim.ts',
    'console/session/last-activity.ts',
    'console/sign-in/idle-guard.tsx',
    'shell/retry-script.ts',
    'ui/passkeys/use-passkey-suggestions.ts',
    'visitor/sign-up/use-verified.ts',
  ])
})

const inConsole = (pattern: RegExp): string[] =>
  filesWith(pattern).filter((path) => path.startsWith('console/'))

test('dialogs of the console stay open until the server answers', () => {
  expect(inConsole(/\/ui\/dialog\.tsx'/)).toEqual([
    'console/parts/change-dialog.tsx',
    // These send nothing, or only confirm what another dialog sends.
    'console/shell/find-member.tsx',
    'console/shell/key-help.tsx',
    'console/shell/top-bar.tsx',
    'console/sign-in/confirm-again-dialog.tsx',
    'console/sign-in/idle-guard.tsx',
  ])
})

test('the console shows data by Loaded, so that a failed refresh keeps it', () => {
  expect(inConsole(/<ErrorPanel\b/)).toEqual([
    // The answer to a button.
    'console/import/simulate.tsx',
    // It has more to show than the data.
    'console/parts/object-page.tsx',
  ])
})

test('the console translates the sentences of the server', () => {
  const sentence = /(?<![-'])\bdetail\b|\bunsound\b(?! [!=]==)|\bwebhookMeanings\[/
  const translates = /\b(localize|knownText|brokenRule)\(/
  const raw = inConsole(sentence).filter((path) => !translates.test(readText(`src/web/${path}`)))
  expect(raw).toEqual([
    // What nodes and jobs report has no codes.
    'console/system/custody-troubles.tsx',
    'console/system/job-list.tsx',
  ])
})

test('no English joins values outside of messages', () => {
  const joined = /\} (?:ago|and|by|for|from|in|min|of|on|or|per|to)(?![\w-])/
  const found = filesWith(joined).filter((path) => {
    let isFound = false
    walk(parse(`src/web/${path}`), (node) => {
      const isMessage = ts.isTaggedTemplateExpression(node.parent ?? node)
      isFound ||= ts.isTemplateExpression(node) && !isMessage && joined.test(node.getText())
    })
    return isFound
  })
  expect(found).toEqual([])
})
