import type { Page } from '@playwright/test'
import { inSpanish } from '../support/inspect/english-left.ts'
import { visitAs } from '../support/members.ts'
import { addMember, PASSWORD } from '../support/members.ts'
import { addAuthenticator, pickNoSuggestion } from '../support/passkeys.ts'
import { expect, LONG, test } from '../support/product-test.ts'

// A prerendered page works before its scripts load: choices, typed text, and clicks all count.

type Release = () => Promise<void>

/** Opens a page whose scripts don't load until they are released. */
async function openWithoutScripts(page: Page, path: string): Promise<Release> {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    held.resolve()
    await page.waitForLoadState('load')
  }
}

/** The input for the page below. */
type Held = { held: (() => void)[]; release: () => void }

/** Opens a page on which React already listens but hasn't begun to render, as on a busy device. */
async function openBeforeDrawing(page: Page, path: string): Promise<Release> {
  await page.addInitScript(() => {
    const held: Held['held'] = []
    const { postMessage } = MessagePort.prototype
    const release = () => {
      MessagePort.prototype.postMessage = postMessage
      for (const send of held) send()
    }
    MessagePort.prototype.postMessage = function (message: unknown) {
      held.push(() => postMessage.call(this, message))
    }
    Object.assign(window, { held, release })
  })
  await page.goto(path)
  await page.waitForFunction(() => (window as unknown as Held).held.length > 0)
  return () => page.evaluate(() => (window as unknown as Held).release())
}

/** React draws later than it would, as on a busy device. */
function drawLater(byMs: number): void {
  window.queueMicrotask = (draw) => void setTimeout(draw, byMs)
}

const moments = [
  ['before the scripts arrive', openWithoutScripts],
  ['before React draws', openBeforeDrawing],
] as const

for (const [no, [moment, open]] of moments.entries()) {
  const tags = no === 0 ? {} : LONG
  test(`counts a language chosen ${moment}`, tags, async ({ page }) => {
    const release = await open(page, '/')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('es')
    await release()
    await expect(page.getByRole('heading', { name: 'Enlaces rápidos' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Idioma' })).toHaveValue('es')
  })

  test(`counts a theme chosen ${moment}`, LONG, async ({ page }) => {
    const release = await open(page, '/plan')
    const button = page.getByRole('button', { name: 'Toggle theme' })
    await expect(page.locator('html')).toHaveClass(/dark/)
    await button.click()
    await release()
    await expect(page.locator('html')).not.toHaveClass(/dark/)
    // One click moved it one step.
    await expect(button).toHaveAttribute('title', 'Light theme')
  })
}

test('keeps a choice made while React hydrates the page', LONG, async ({ page, team }) => {
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      const select = document.querySelector<HTMLSelectElement>('main select')
      const isTaken = Object.keys(select ?? {}).some((key) => key.startsWith('__react'))
      if (!select || !isTaken) return port2.postMessage(null)
      select.value = 'reward_level1'
      for (const type of ['input', 'change'])
        select.dispatchEvent(new Event(type, { bubbles: true }))
    })
    port1.start()
    port2.postMessage(null)
  })
  await visitAs(page, team[0], '/activity')
  await expect(page).toHaveURL(/type=reward_level1/)
  await expect(page.getByLabel('Kind')).toHaveValue('reward_level1')
})

test('keeps text typed before the scripts load', LONG, async ({ page }) => {
  const release = await openWithoutScripts(page, '/register?ref=TWOFOLD')
  await page.getByLabel('Username').fill('early-bird')
  await page.getByLabel('Password', { exact: true }).fill('early-bird-1')
  await release()
  await expect(page.getByLabel('Referral Code')).toHaveValue('TWOFOLD')
  await expect(page.getByLabel('Username')).toHaveValue('early-bird')
  const password = page.getByLabel('Password', { exact: true })
  // The form's message shows that it has the value.
  await expect(password).toHaveAccessibleDescription(/close to your name/)
})

test('submits a form sent before the scripts load', LONG, async ({ page }) => {
  const release = await openWithoutScripts(page, '/login')
  await page.getByLabel('Username').fill('nobody')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await release()
  await expect(page.getByText('This field is required.')).toHaveCount(1)
  await expect(page.getByLabel('Username')).toHaveValue('nobody')
  await expect(page).toHaveURL(/\/login$/)
})

for (const [no, [moment, open]] of moments.entries()) {
  test(
    `signs in with what was typed and sent ${moment}`,
    no === 0 ? {} : LONG,
    async ({ page, product }) => {
      const { username } = await addMember(product, `early${no}`)
      const release = await open(page, '/login')
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign In' }).click()
      // The browser's own form submission would put the password into the address.
      expect(page.url()).not.toContain('?')
      await release()
      await page.waitForURL('**/dashboard')
    },
  )
}

test('asks for the passkey whose button was pressed early', LONG, async ({ page, product }) => {
  await addAuthenticator(page)
  await pickNoSuggestion(page)
  await visitAs(page, await addMember(product, 'early-key'), '/account')
  const card = page.getByRole('region', { name: 'Passkeys' })
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await page.evaluate(() => localStorage.clear())
  const release = await openWithoutScripts(page, '/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await release()
  await page.waitForURL('**/dashboard')
})

test.describe('in a language other than the prerendered one', () => {
  test.use({ locale: 'es-CL' })

  for (const lateMs of [0, 20, 1_500]) {
    const title = 'keeps typed text and clicks made before the translation loads'
    const late = `${title}, even if React renders ${lateMs} ms late`
    test(lateMs > 0 ? late : title, LONG, async ({ page }) => {
      if (lateMs > 0) await page.addInitScript(drawLater, lateMs)
      const release = await openWithoutScripts(page, '/login')
      // The page hides while it waits for its translation, and shows itself if that takes long.
      const name = page.locator('input[name=username]')
      await name.fill('early-bird')
      await page.locator('form button[type=button]', { hasText: 'Forgot' }).click()
      await release()
      const dialog = page.getByRole('dialog', { name: inSpanish('Forgot password?') })
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(name).toHaveValue('early-bird')
      // One click opened it once, and nothing opens again.
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  }

  test(
    'clicks the same button once its translation and data have loaded',
    LONG,
    async ({ page, team }) => {
      const words = Promise.withResolvers<void>()
      await page.route('**/assets/es-*.js', async (route) => {
        await words.promise
        await route.continue()
      })
      await visitAs(page, team[0], '/account')
      await page.locator('main button', { hasText: 'Deposit' }).first().click()
      // These have their own buttons.
      await expect(page.locator('main').getByText('This device', { exact: true })).toBeVisible()
      words.resolve()
      await expect(page.getByRole('dialog', { name: inSpanish('Deposit Funds') })).toBeVisible()
    },
  )
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('opens the menu requested before the scripts load', LONG, async ({ page }) => {
    const release = await openWithoutScripts(page, '/payplan')
    await page.getByRole('button', { name: 'Menu' }).click()
    await release()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of ['/login', '/register']) {
    test(`puts no password of ${path} into the address`, async ({ page }) => {
      await page.goto(path)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      const answer = page.waitForResponse((response) => response.request().isNavigationRequest())
      await page.locator('form button[type=submit]').first().click()
      const response = await answer
      expect(response.url()).not.toContain(PASSWORD)
      expect(response.status()).toBeGreaterThanOrEqual(400)
      expect(response.status()).toBeLessThan(500)
    })
  }
})

for (const name of ['root', 'entry.client']) {
  const tag = name === 'root' ? {} : LONG
  test(`loads again when ${name} did not arrive`, tag, async ({ page, complaints }) => {
    let left = 2
    await page.route(`**/assets/${name}-*.js`, (route) =>
      left-- > 0 ? route.abort('connectionreset') : route.continue(),
    )
    await page.goto('/login')
    // Without scripts, the button does nothing.
    await expect(async () => {
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByText('This field is required.')).toHaveCount(2, { timeout: 500 })
    }).toPass()
    expect(left).toBeLessThan(0)
    // The first two loads failed.
    complaints.length = 0
  })
}

test(
  'loads a lost stylesheet again, and keeps what was typed',
  LONG,
  async ({ page, complaints }) => {
    let left = 2
    await page.route('**/assets/app-*.css', (route) =>
      left-- > 0 ? route.abort('connectionreset') : route.continue(),
    )
    await page.goto('/login')
    await page.getByLabel('Username').fill('typed')
    await expect(page.locator('body')).toHaveCSS('margin', '0px')
    expect(left).toBeLessThan(0)
    await expect(page.getByLabel('Username')).toHaveValue('typed')
    await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1)
    complaints.length = 0
  },
)
