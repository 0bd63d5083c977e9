import { readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import type { Page } from '@playwright/test'
import { edgeRefusals } from '../../../src/contract/edge-refusals.ts'
import { sentences } from '../../../src/web/i18n/sentences-es.ts'

const file = new URL('../../../src/web/i18n/es.po', import.meta.url)
const context = { locale: 'es', sourceLocale: 'en', filename: file.pathname }
const catalogue = await formatter().parse(readFileSync(file, 'utf8'), context)

const spanish = new Map(
  Object.values(catalogue).map(({ message = '', translation }) => [message, translation]),
)

/** What a text of the pages is called in Spanish. */
export function inSpanish(english: string): string {
  const text = spanish.get(english)
  if (text === undefined) throw new Error(`no page says "${english}"`)
  return text
}

/** The fixed parts of a message, without what is filled in; of a plural its forms. */
const partsOf = (message: string): string[] =>
  (message.includes(', plural,')
    ? [...message.matchAll(/\{([^{}]*)\}/g)].map(([, form = '']) => form.replace('#', ''))
    : message.split(/\{[^{}]*\}|<\/?\d+\/?>/)
  ).map((part) => part.trim().replaceAll(/\s+/g, ' '))

const known = new Set([...spanish.values(), ...Object.values(sentences)].flatMap(partsOf))
const english = new Set(
  [...spanish.keys(), ...Object.keys(sentences)]
    .concat(Object.values(edgeRefusals).map(({ text }) => text))
    .flatMap(partsOf)
    .filter((part) => /\p{L}{2}/u.test(part) && !known.has(part)),
)
// A word or two may stand in a Spanish sentence too, as a name; three in a row do not.
const sentenceParts = [...english].filter((part) => part.split(' ').length >= 3)

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []
const inSpanishTexts = new Set(
  [...known].flatMap((part) => wordsIn(part).map((word) => word.toLowerCase())),
)

// Short words that labels are made of, for texts that no catalogue has; those that a Spanish text
// has too are left out, as names and units are.
const COMMON =
  'Paid Open Level Left Right From To Date Type Name Fee Sent Next Back Day Week Year All New ' +
  'Yes On Off Send Copy Done Save Edit View Show Hide More Less Help Home User Team Time Net Due ' +
  'Age Hash Rate Leg Legs Both Sum Used Ends Now Ago Set Add Get Top Kind Page Find Sort the and ' +
  'of is at by for with your you not was has have are this that in it be who what how'
const labels = new Set(
  [...english, ...COMMON.split(' ')]
    .filter((word) => wordsIn(word).length === 1 && /^\p{L}{2,}$/u.test(word))
    .flatMap((word) => [
      word,
      word.toLowerCase(),
      `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`,
    ])
    .filter((word) => !inSpanishTexts.has(word.toLowerCase())),
)

/** Everything that a page shows, says to readers of screens or has in its title. */
const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const spoken = ['aria-label', 'aria-description', 'alt', 'placeholder', 'title']
    const found = new Set([document.title])
    for (const element of document.body.querySelectorAll('*')) {
      if (element.matches('script, style, noscript') || !element.checkVisibility()) continue
      for (const name of spoken) found.add(element.getAttribute(name) ?? '')
      for (const { nodeType, textContent } of element.childNodes) {
        if (nodeType === Node.TEXT_NODE) found.add(textContent ?? '')
      }
    }
    return [...found].map((text) => text.trim().replaceAll(/\s+/g, ' '))
  })

/** What of a page that should be Spanish stands there in English: sentences, labels and words. */
export async function findEnglish(page: Page): Promise<string[]> {
  const texts = await readTexts(page)
  return texts.filter(
    (text) =>
      english.has(text) ||
      sentenceParts.some((part) => text.includes(part)) ||
      wordsIn(text.replaceAll(/\S*[/@]\S*/g, '')).some((word) => labels.has(word)),
  )
}
