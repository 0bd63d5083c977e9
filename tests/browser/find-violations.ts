import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What breaks WCAG 2.2 AA in the page as it stands: the rule and the first place. */
export async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await whileStill(page, () => axe(page).withTags(STANDARD).analyze())
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}

/**
 * The same in both themes. Only colours differ between them, so the other one is looked at by their
 * rules; by all of them on the pages and dialogs with most on them. The theme is as before then.
 */
export async function findInBothThemes(
  page: Page,
  inOther: 'colours' | 'everything' = 'colours',
): Promise<string[]> {
  const found = await findViolations(page)
  await page.evaluate(() => document.documentElement.classList.toggle('dark'))
  const { violations } = await whileStill(page, () =>
    inOther === 'colours'
      ? axe(page).withRules(OF_COLOURS).analyze()
      : axe(page).withTags(STANDARD).analyze(),
  )
  await page.evaluate(() => document.documentElement.classList.toggle('dark'))
  return [...found, ...violations.flatMap(({ nodes }) => nodes.map(({ html }) => `pale: ${html}`))]
}

/** Only frames of other origins, of which there are none, need a second page to report in. */
const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode()

/**
 * A part that is fading in or out has not its own colours, and a message may begin to do so at any
 * moment: nothing moves while the page is looked at. What lies half under the bar at a phone's
 * lower edge can be scrolled clear of it, which the rule of target sizes does not know: the bar
 * stands at the end of the page meanwhile.
 */
async function whileStill<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync(
      '*, ::before, ::after { transition: none !important; animation: none !important }' +
        'nav.sticky { position: static !important }',
    )
    document.adoptedStyleSheets.push(still)
  })
  try {
    return await look()
  } finally {
    await page.evaluate(() => void document.adoptedStyleSheets.pop())
  }
}
