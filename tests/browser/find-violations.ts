import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What breaks WCAG 2.2 AA in the page as it stands: the rule and the first place. */
export async function findViolations(page: Page): Promise<string[]> {
  await stand(page)
  const { violations } = await axe(page).withTags(STANDARD).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}

/** The same in both themes; only colours differ between them. The theme is as before then. */
export async function findInBothThemes(page: Page): Promise<string[]> {
  const found = await findViolations(page)
  await page.evaluate(() => document.documentElement.classList.toggle('dark'))
  await stand(page)
  const { violations } = await axe(page).withRules(OF_COLOURS).analyze()
  await page.evaluate(() => document.documentElement.classList.toggle('dark'))
  return [...found, ...violations.flatMap(({ nodes }) => nodes.map(({ html }) => `pale: ${html}`))]
}

/** Only frames of other origins, of which there are none, need a second page to report in. */
const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode()

/**
 * A part that is still fading in has not its own colours yet. It is brought to its end: waiting
 * for it would be waiting for ever where it is folded away, as time stands still in there.
 */
async function stand(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish()
    }
  })
}
