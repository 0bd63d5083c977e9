import { expect, test } from 'vitest'
import { metricsText } from '../../../scripts/reference/metrics-text.ts'
import { configurationText, exampleText } from '../../../scripts/reference/reference-text.ts'
import { readText } from '../sources.ts'

test('the configuration reference is up to date (npm run reference)', () => {
  expect(readText('docs/configuration.md')).toBe(configurationText())
  expect(readText('.env.example')).toBe(exampleText())
})

test('the list of metrics is up to date (npm run reference)', () => {
  expect(readText('docs/metrics.md')).toBe(metricsText())
})
