import { inspectPage, isInspected } from '../support/inspect/inspect-page.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { settle } from '../support/settle.ts'
import { weigh } from '../support/weight/weigh.ts'

// Loads each visitor page once, and inspects it fully if isInspected(). The long run does both for
// all of them. The limits are the weight of its scripts, in kB after gzip.

const PAGES = [
  {
    path: '/',
    title: /Twofold/,
    heading: 'Two below you. Every cent accounted for.',
    // A little more than most others, to notice when the example is in view.
    limit: 125.5,
    namesRewards: true,
  },
  { path: '/plan', title: 'Plan · Twofold', heading: 'Plans', limit: 125, namesRewards: true },
  {
    path: '/payplan',
    title: 'Pay Plan · Twofold',
    heading: 'The power of two',
    limit: 125,
    namesRewards: true,
  },
  { path: '/contact', title: 'Contact · Twofold', heading: 'Contact Us', limit: 125.5 },
  { path: '/terms', title: 'Terms · Twofold', heading: 'Terms' },
  { path: '/privacy', title: 'Privacy Notice · Twofold', heading: 'Privacy Notice' },
  { path: '/login', title: 'Login · Twofold', heading: 'Sign in to Twofold', limit: 170 },
  {
    path: '/register',
    title: 'Register · Twofold',
    heading: 'Create your account',
    limit: 170,
    namesRewards: true,
  },
  { path: '/welcome', title: 'Welcome · Twofold', heading: 'Welcome to Twofold' },
  { path: '/verify-email', title: 'Verify email · Twofold', heading: 'Verify your email' },
  { path: '/reset-password/x', title: 'Reset password · Twofold', heading: 'Set a new password' },
  {
    path: '/faq',
    title: 'Questions and answers · Twofold',
    heading: 'Questions and answers',
    limit: 125,
    namesRewards: true,
  },
  { path: '/no/such/page', title: 'Page not found · Twofold', heading: 'Oops! Page not found' },
]

for (const [place, { path, title, heading, limit, namesRewards }] of PAGES.entries()) {
  // Registration has the heaviest form.
  const tags = isInspected(place) || path === '/register' ? {} : LONG
  test(
    `${path} is named, accessible, translated, light, and fits every width`,
    tags,
    async ({ page }) => {
      const origins = new Set<string>()
      page.on('request', (request) => origins.add(new URL(request.url()).origin))
      const weightOf = weigh(page)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page).toHaveTitle(title)
      await settle(page)
      const weight = await weightOf()
      expect.soft([...origins]).toEqual([new URL(page.url()).origin])
      expect.soft(weight.style).toBeLessThanOrEqual(20)
      expect.soft(weight.font).toBeLessThanOrEqual(50)
      expect.soft(weight.total).toBeLessThanOrEqual(300)
      if (limit) expect.soft(weight.script).toBeLessThanOrEqual(limit)
      if (namesRewards) {
        const note = page.getByRole('complementary', { name: 'About rewards' })
        await expect.soft(note).toContainText('joining fees of other members')
        await expect.soft(note).toContainText('Most members do not complete a ladder')
      }
      if (isInspected(place)) {
        expect(await inspectPage(page, { isTranslated: true })).toEqual([])
      }
    },
  )
}

test('fetches what visitors read before the scripts', async ({ page }) => {
  const priorities = new Map<string, Set<string>>()
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  client.on('Network.requestWillBeSent', ({ request }) => {
    const kind = /\.(css|woff2|js)$/.exec(request.url)?.[1]
    if (!kind) return
    priorities.set(kind, (priorities.get(kind) ?? new Set()).add(request.initialPriority))
  })
  await page.goto('/plan')
  await settle(page)
  const [css, font, scripts] = ['css', 'woff2', 'js'].map((kind) => [
    ...(priorities.get(kind) ?? []),
  ])
  expect({ css, font, scripts }).toEqual({ css: ['VeryHigh'], font: ['High'], scripts: ['Low'] })
})
