import { readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { expect, type Page } from '@playwright/test'
import { templates } from '../../../../src/contract/texts/texts.ts'
import { settle } from '../settle.ts'

const file = new URL('../../../../src/web/i18n/es.po', import.meta.url)
const context = { locale: 'es', sourceLocale: 'en', filename: file.pathname }
const catalog = await formatter().parse(readFileSync(file, 'utf8'), context)

const ofServer = Object.entries<string>(templates).map(
  ([code, text]) => [text, catalog[`server.${code}`]?.translation ?? ''] as const,
)
// An audited object's first word, such as `operator`, may also be someone's username.
const ofPages = Object.values(catalog)
  .filter(({ context: noun }) => noun !== 'audited')
  .map(({ message = '', translation }) => [message, translation] as const)
/** The Spanish of every message by its English, including the server's sentences. */
const spanish = new Map([...ofServer, ...ofPages])

/** A page text's Spanish translation. */
export function inSpanish(english: string): string {
  const text = spanish.get(english)
  if (text === undefined) throw new Error(`no page says "${english}"`)
  return text
}

/** The fixed parts of a message, without its values; for a plural, its forms. */
const partsOf = (message: string): string[] =>
  (message.includes(', plural,')
    ? [...message.matchAll(/\{([^{}]*)\}/g)].map(([, form = '']) => form.replace('#', ''))
    : message.split(/\{[^{}]*\}|<\/?\d+\/?>/)
  ).map((part) => part.trim().replaceAll(/\s+/g, ' '))

const known = new Set([...ofServer, ...ofPages].flatMap(([, text]) => partsOf(text)))
const english = new Set(
  [...spanish.keys()].flatMap(partsOf).filter((part) => /\p{L}{2}/u.test(part) && !known.has(part)),
)
// One or two words may also appear in a Spanish sentence, for example as a name. Three in a row may
// not.
const sentenceParts = [...english].filter((part) => part.split(' ').length >= 3)

/** Everything that a page shows, announces to screen readers or has in its title. */
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

/** The texts on a Spanish page that are English in the catalog, including the server's. */
export async function findEnglish(page: Page): Promise<string[]> {
  const texts = await readTexts(page)
  return texts.filter(
    (text) => english.has(text) || sentenceParts.some((part) => text.includes(part)),
  )
}

/** The page is in Spanish, and nothing on it in English. */
export async function expectSpanish(page: Page): Promise<void> {
  await settle(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  expect.soft(await findEnglish(page), new URL(page.url()).pathname).toEqual([])
}
