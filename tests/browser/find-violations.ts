import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What breaks WCAG 2.2 AA in the page as it stands: the rule and the first place. */
export async function findViolations(page: Page): Promise<string[]> {
  // A part that is still fading in has not its own colours yet.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    ),
  )
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARD).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}
