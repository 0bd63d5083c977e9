import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What breaks WCAG 2.2 AA in the page as it stands: the rule and the first place. */
export async function findViolations(page: Page): Promise<string[]> {
  await stand(page)
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARD).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}

/** The same in both themes; only colours differ between them. The theme is as before then. */
export async function findInBothThemes(page: Page): Promise<string[]> {
  const found = await findViolations(page)
  await page.evaluate(() => document.documentElement.classList.toggle('dark'))
  await stand(page)
  const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze()
  await page.evaluate(() => document.documentElement.classList.toggle('dark'))
  return [...found, ...violations.flatMap(({ nodes }) => nodes.map(({ html }) => `pale: ${html}`))]
}

/** A part that is still fading in has not its own colours yet. */
async function stand(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    ),
  )
}
