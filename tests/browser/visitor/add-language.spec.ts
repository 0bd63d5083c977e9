import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../../support/poll.ts'
import { startProduct, type Product } from '../../support/product.ts'
import { scratchDirectory } from '../../support/run-directory.ts'
import { addMember } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'

// A third language in a copy of the sources, by the one command that docs/languages.md names. Its
// texts are the English ones with other vowels, and some of them are missing.

const own = fileURLToPath(new URL('../../..', import.meta.url))
let copy = ''
let product: Product

const inCopy = (program: string, ...args: string[]): void =>
  void execFileSync(program, args, { cwd: copy, stdio: 'inherit' })

function copySources(): void {
  const tracked = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: own })
  for (const path of tracked.toString().split('\0')) {
    if (!/^(src|scripts|public|packages|docs|[^/]+\.(ts|json)$)/.test(path)) continue
    if (/^docs\/(screens|decisions)/.test(path)) continue
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(own, path), join(copy, path))
  }
  symlinkSync(join(own, 'node_modules'), join(copy, 'node_modules'))
}

/** `Hello {name}` becomes `Héllô {name}`. */
const turn = (text: string): string =>
  text
    .split(/(\{[^}]*\}|<[^>]*>|\\.)/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(/[eo]/g, (e) => (e === 'e' ? 'é' : 'ô')),
    )
    .join('')

/** Translates what a translator would: everything but plurals and the texts of `without`. */
function translate(without: readonly string[]): void {
  const english = readFileSync(join(copy, 'src/web/i18n/en.po'), 'utf8')
  const path = join(copy, 'src/web/i18n/fr.po')
  const meant = new Map(
    [...english.matchAll(/^msgid (".+"(?:\n".*")*)\nmsgstr (".*"(?:\n".*")*)$/gm)].map(
      ([, id = '', text = '']) => [id, text] as const,
    ),
  )
  const translated = readFileSync(path, 'utf8').replace(
    /^msgid (".+"(?:\n".*")*)\nmsgstr ""$/gm,
    (whole, id: string) => {
      const text = meant.get(id) ?? ''
      if (text.includes(', plural,') || without.includes(id)) return whole
      return `msgid ${id}\nmsgstr ${turn(text)}`
    },
  )
  writeFileSync(path, translated)
}

test.describe('a third language', LONG, () => {
  test.beforeAll(async () => {
    test.setTimeout(600_000)
    copy = mkdtempSync(join(await scratchDirectory(), 'twofold-language-'))
    copySources()
    inCopy('npm', 'run', '--silent', 'add-language', '--', 'fr')
    translate(['"email.verify_button"', '"public.status"', '"Login"'])
    inCopy('npm', 'run', '--silent', 'build')
    const main = join(copy, 'src/server/app/main.ts')
    product = await startProduct({ main, env: { DEVNET_BLOCK_MS: '100' } })
  })
  test.afterAll(async () => {
    await product.remove()
    rmSync(copy, { recursive: true, force: true })
  })

  test('is on the pages, with English where a translation is missing', async ({ page }) => {
    await page.goto(`${product.url}/?lang=fr`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    const choice = page.getByRole('contentinfo').getByRole('combobox')
    await expect(choice.locator('option:checked')).toHaveText('Français')
    await expect(page.getByRole('link', { name: turn('Pay Plan') }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Login', exact: true }).first()).toBeVisible()
  })

  test('is on the public pages and in the verifier', async ({ page }) => {
    await page.goto(`${product.url}/status?lang=fr`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(turn('Status'))
    await expect(page.getByRole('navigation').getByRole('link').last()).toHaveText('Status')
    await page.goto(`${product.url}/verify.html`)
    await page.getByLabel('Language').selectOption('Français')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(turn('Check the proofs'))
  })

  test('is in emails and in statements', async () => {
    const { access } = await addMember(product, 'fanny')
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
    const changed = await fetch(`${product.url}/api/accounts/me/update/`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ language: 'fr' }),
    })
    expect(changed.status).toBe(200)
    const day = new Date().toISOString().slice(0, 10)
    const range = `from=${day}&to=${day}`
    const ask = (format: string) =>
      fetch(`${product.url}/api/accounts/statement/?${range}&format=${format}`, { headers })
    expect(await (await ask('csv')).text()).toContain(turn('Opening balance'))
    expect(await (await ask('html')).text()).toContain('<html lang="fr"')
    const body = JSON.stringify({
      username: 'frank',
      email: 'frank@example.org',
      password: 'correct horse battery',
      password2: 'correct horse battery',
      language: 'fr',
    })
    const joined = await fetch(`${product.url}/api/auth/register/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(joined.status).toBe(201)
    const mail = await until('the verification email', async () => {
      const answer = await (await fetch(product.mailboxUrl)).text()
      return answer.includes('frank@example.org') ? answer : undefined
    })
    expect(mail).toContain(turn('Verify your email address'))
    expect(mail).toContain('Verify email address')
  })

  test('is in the console', async ({ page }) => {
    await page.goto(`${product.url}/operator?lang=fr`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expect(page.getByLabel(turn('Username'))).toBeVisible()
  })
})
