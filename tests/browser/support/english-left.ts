import { readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import type { Page } from '@playwright/test'
import { templates } from '../../../src/contract/texts/texts.ts'

const file = new URL('../../../src/web/i18n/es.po', import.meta.url)
const context = { locale: 'es', sourceLocale: 'en', filename: file.pathname }
const catalog = await formatter().parse(readFileSync(file, 'utf8'), context)

const ofServer = Object.entries<string>(templates).map(
  ([code, text]) => [text, catalog[`server.${code}`]?.translation ?? ''] as const,
)
const ofPages = Object.values(catalog).map(
  ({ message = '', translation }) => [message, translation] as const,
)
/** The Spanish of every message by its English, the sentences of the server included. */
const spanish = new Map([...ofServer, ...ofPages])

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

const known = new Set([...ofServer, ...ofPages].flatMap(([, text]) => partsOf(text)))
const english = new Set(
  [...spanish.keys()].flatMap(partsOf).filter((part) => /\p{L}{2}/u.test(part) && !known.has(part)),
)
// A word or two may be part of a Spanish sentence too, as a name; three in a row are not.
const sentenceParts = [...english].filter((part) => part.split(' ').length >= 3)

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

/** The texts of a page in Spanish that are English in the catalog, the server's included. */
export async function findEnglish(page: Page): Promise<string[]> {
  const texts = await readTexts(page)
  return texts.filter(
    (text) => english.has(text) || sentenceParts.some((part) => text.includes(part)),
  )
}
