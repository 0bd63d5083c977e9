import { expect, test } from 'vitest'
import '../../../src/web/i18n/english.ts'
import { health } from '../../../src/contract/subjects/monitoring.ts'
import { CODE_WORDS } from '../../../src/web/console/parts/list/code-words.ts'

// A code without a text would stay English in the Spanish console.

test('the console has a text for each health check', () => {
  expect(Object.keys(health.shape).filter((name) => !(name in CODE_WORDS))).toEqual([])
})
