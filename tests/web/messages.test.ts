import { fileURLToPath } from 'node:url'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { beforeAll, expect, test } from 'vitest'
import { languages } from '../../src/contract/fields/languages.ts'
import { webhookEventTypes } from '../../src/contract/fields/webhook-types.ts'
import { templates } from '../../src/contract/texts/texts.ts'
import { readText } from '../support/sources.ts'

// The pages' texts, read from the sources like `npm run messages` does, compared with the catalogs
// in src/web/i18n.

const [catalog] = await getCatalogs(
  getConfig({ cwd: fileURLToPath(new URL('../..', import.meta.url)) }),
)
if (!catalog) throw new Error('there is no catalog')

let said: string[] = []
/** The English texts that have an id of their own. */
let english: [id: string, text: string][] = []
beforeAll(async () => {
  const messages = (await catalog.collect()) ?? {}
  said = Object.keys(messages).sort()
  english = Object.entries(messages).flatMap(([id, { message }]) =>
    message === undefined ? [] : [[id, message]],
  )
}, 60_000)

test.each(languages)('keeps the %s catalog up to date', async (l) => {
  expect(said.length).toBeGreaterThan(0)
  const kept = await catalog.read(l)
  const missing = said.filter((id) => !Object.hasOwn(kept, id))
  const stale = Object.keys(kept).filter((id) => kept[id]?.obsolete || !said.includes(id))
  expect({ missing, stale }, 'run npm run messages').toEqual({ missing: [], stale: [] })
})

test('shows translators the English texts of today', async () => {
  const kept = await catalog.read('en')
  const stale = english.filter(([id, text]) => kept[id]?.translation !== text)
  expect(english.length).toBeGreaterThan(500)
  expect(stale, 'run npm run messages, and read the translations of these again').toEqual([])
})

const placeholders = (text = ''): string =>
  [...new Set(text.match(/<\/?\d+\/?>|\{\w+(?=[,}])/g))].sort().join(' ')

/** Fully translated languages. Others show English for missing translations. */
const COMPLETE = ['es']

test.each(COMPLETE)('translates every message to %s with the same placeholders', async (l) => {
  const entries = Object.entries(await catalog.read(l))
  const english = await catalog.read('en')
  const without = entries.filter(([, { translation }]) => !translation)
  expect(without.map(([id]) => id)).toEqual([])
  const other = entries.filter(
    ([id, { message = english[id]?.translation, translation }]) =>
      placeholders(message) !== placeholders(translation),
  )
  expect(other.map(([id]) => id)).toEqual([])
})

test('translates every server sentence under its code', async () => {
  const spanish = await catalog.read('es')
  const codes = Object.keys(templates)
  expect(codes.length).toBeGreaterThan(200)
  expect(codes.filter((code) => !spanish[`server.${code}`]?.translation)).toEqual([])
  const means = webhookEventTypes.map((type) => `webhook.${type}.means`)
  expect(means.filter((id) => !spanish[id]?.translation)).toEqual([])
})

test('follows the Spanish glossary', async () => {
  const [, glossary = ''] = readText('docs/languages.md').split('\n## Spanish\n')
  const rows = [...(glossary.split('\n## ')[0] ?? '').matchAll(/^\|.*\|.*\|(.*)\|$/gm)].slice(2)
  const words = rows.flatMap(([, cell = '']) => cell.split(',').map((word) => word.trim()))
  expect(words.length).toBeGreaterThan(25)
  const refused = new RegExp(`(?<![\\p{L}_])(${words.join('|')})(?![\\p{L}_])`, 'iu')
  const texts = Object.entries(await catalog.read('es')).map(([id, { translation }]) =>
    refused.test(translation.replaceAll(/<[^>]*>|\{[^}]*\}/g, '')) ? `${id}: ${translation}` : '',
  )
  expect(texts.filter(Boolean)).toEqual([])
  expect(refused.test('Elige tu cartera.')).toBe(true)
})
