import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { isLong } from '../../../support/scale.ts'

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// Every checked page has to parse it, and the minified form is half as long.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Violations of WCAG 2.2 AA on the page in its current theme: the rule and the first element. */
export const findViolations = (page: Page): Promise<string[]> => runAxe(page, false)

/** In the long run, the same in both themes. Restores the theme afterward. */
export const findInBothThemes = (page: Page): Promise<string[]> => runAxe(page, isLong)

const rules: RunOptions['runOnly'] = { type: 'tag', values: STANDARD }

async function runAxe(page: Page, isInBoth: boolean): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return await page.evaluate(checkThemes, { rules, isInBoth })
}

type Check = { rules: RunOptions['runOnly']; isInBoth: boolean }

/**
 * Runs in the page. An element that is fading in or out doesn't have its own colors, and a message
 * may start fading at any moment, so nothing moves during the check.
 */
async function checkThemes({ rules, isInBoth }: Check): Promise<string[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  const still = new CSSStyleSheet()
  still.replaceSync(
    '*, ::before, ::after { transition: none !important; animation: none !important }',
  )
  const check = async (theme: string): Promise<string[]> => {
    const options = { runOnly: rules, resultTypes: ['violations'], preload: false, iframes: false }
    const { violations } = await axe.run(document, options as RunOptions)
    return violations.map(({ id, nodes: [first] }) => {
      return `${theme}: ${id}: ${first?.html} ${first?.failureSummary}`
    })
  }
  const { classList } = document.documentElement
  const current = classList.contains('dark') ? 'dark' : 'light'
  document.adoptedStyleSheets.push(still)
  try {
    const found = await check(current)
    if (!isInBoth) return found
    classList.toggle('dark')
    const inOther = await check(current === 'dark' ? 'light' : 'dark')
    classList.toggle('dark')
    return [...found, ...inOther]
  } finally {
    document.adoptedStyleSheets.pop()
  }
}
