import type { BrowserContext, Page } from '@playwright/test'

// A pseudo-language made from the Spanish texts while a page loads: in Hebrew letters, from right
// to left, and a quarter longer. Any text that a page still shows in Latin letters is in no
// catalog.

/** Runs in the page, so it uses nothing from outside. */
function turnCatalog(text: string): unknown {
  const letters = 'אבגדהוזחטיכלמנסעפצקרשת'
  const letterFor = (letter: string): string =>
    letters[(letter.toLowerCase().codePointAt(0) ?? 0) % letters.length] ?? letter
  /** Tags and placeholders stay unchanged. */
  const turnText = (plain: string): string => {
    const parts = plain.split(/(<\/?\d+\/?>)/)
    const turned = parts.map((part) =>
      /^<\/?\d/.test(part) ? part : part.replace(/\p{L}/gu, letterFor),
    )
    const words = plain.split(' ').length
    // Adds whole words, so that sentences still wrap.
    return words < 3 ? turned.join('') : `${turned.join('')}${' שלום'.repeat(Math.ceil(words / 4))}`
  }
  /** A compiled message: texts, and placeholders such as `[name]` or `[name, plural, {…}]`. */
  const turnMessage = (message: unknown): unknown => {
    if (typeof message === 'string') return turnText(message)
    if (!Array.isArray(message)) return message
    return message.map((part: unknown) =>
      Array.isArray(part) ? part.map(turnForms) : turnMessage(part),
    )
  }
  const turnForms = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    const forms = Object.entries(part).map(([key, form]) => [key, turnMessage(form)])
    return Object.fromEntries(forms)
  }
  const messages = Object.entries(JSON.parse(text) as Record<string, unknown>)
  return Object.fromEntries(messages.map(([id, message]) => [id, turnMessage(message)]))
}

/** The product's answers, with the pseudo-language in place of Spanish. */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('language', 'es'))
  await context.route(/\/assets\/[^/]+\.js$|\/[^.]*$/, async (route) => {
    const { resourceType, url } = {
      resourceType: route.request().resourceType(),
      url: route.request().url(),
    }
    if (resourceType !== 'document' && resourceType !== 'script') return await route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('(ar|fa|he|ur)', '(es|fa|he|ur)')
    if (!/\/es-[^/]+\.js$/.test(url)) return await route.fulfill({ response, body })
    if (!body.includes('JSON.parse(')) throw new Error('the catalog has another form')
    const turned = body.replace('JSON.parse(', 'turnCatalog(')
    return await route.fulfill({ response, body: `${turnCatalog.toString()};${turned}` })
  })
}

/** Names, units, ids, dates, and text that people wrote, none of it ours. */
const DATA = new RegExp(
  [
    'Twofold|Bronze|Silver|Gold|Platinum|Diamond',
    '\\b(?:TRX|USDT|TRC20|TRON|USD|UTC|CSV|JSON|API|ID|URL|QR|IP|PostgreSQL)\\b',
    '\\b(?:Telegram|WhatsApp|English|Español|node|founding)\\b',
    // Referral codes.
    '(?:ref=)?\\b[A-Z0-9]{8}\\b',
    // Of `Intl`, in Spanish.
    '\\d{1,2} (?:de )?[a-z]{3,10}(?: (?:de )?\\d{4})?(?:, \\d{2}:\\d{2})?',
    'hace \\d+ [a-z]+|ahora',
    // The server's sentence about members' earnings, without figures.
    'Hasta ahora, menos de 20 miembros.*',
  ].join('|'),
)

/** Texts of a page that no catalog has. */
export const findUnmarked = (page: Page, known: readonly string[]): Promise<string[]> =>
  page.evaluate(
    ([data, names]) => {
      const spoken = ['aria-label', 'aria-description', 'alt', 'placeholder', 'title']
      const found = new Set([document.title])
      for (const element of document.body.querySelectorAll('*')) {
        // The rows of the console's lists are left over from other tests.
        if (element.closest('script, style, noscript, code, kbd, #console tbody')) continue
        if (!element.checkVisibility()) continue
        for (const name of spoken) found.add(element.getAttribute(name) ?? '')
        for (const { nodeType, textContent } of element.childNodes) {
          if (nodeType === Node.TEXT_NODE) found.add(textContent ?? '')
        }
      }
      const unmarked = [...found].filter((text) => {
        let rest = text
        for (const name of names) rest = rest.replaceAll(name, '')
        rest = rest.replace(new RegExp(data, 'g'), '').replace(/\S*[\d@/_:]\S*/g, '')
        return /[a-z]{3}/i.test(rest)
      })
      return unmarked.map((text) => text.trim().slice(0, 80))
    },
    [DATA.source, known] as const,
  )
