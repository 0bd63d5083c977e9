import { asVisitor } from '../support/api.ts'
import { solveCaptcha } from '../support/captcha.ts'
import { findInBothThemes } from '../support/inspect/find-violations.ts'
import { addMember, emailedPath, PASSWORD, signInAs, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { replaceVersion } from './replace-version.ts'
import { toastSaying } from '../support/toasts.ts'

test('requires the login fields, and shows one message for wrong credentials', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('This field is required.')).toHaveCount(2)
  await page.getByLabel('Username').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('something else')
  const refreshed: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/token/refresh')) refreshed.push(request.url())
  })
  const logged = page.waitForEvent('console', (message) => message.text().includes('call failed'))
  await page.getByRole('button', { name: 'Sign In' }).click()
  const failure = 'Login failed. Please check your credentials.'
  await expect(toastSaying(page, failure)).toBeVisible()
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription(failure)
  await expect(password).toBeFocused()
  const entry: unknown = await (await logged).args()[1]?.jsonValue()
  expect(entry).toMatchObject({
    status: 401,
    data: { code: 'login_failed' },
    url: expect.stringMatching(/\/api\/auth\/login\/$/),
  })
  expect(refreshed).toEqual([])
  await page.getByLabel('Password', { exact: true }).fill('visible')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page).toHaveURL(/register/)
  await expect(toastSaying(page, failure)).toHaveCount(0)
})

test('says once that an address is not verified yet, and keeps the right password', async ({
  page,
  product,
}) => {
  const [username, email] = ['not-yet', 'not-yet@example.org']
  const secrets = { password: PASSWORD, password2: PASSWORD }
  const body = { username, email, ...secrets, referral_code: null }
  await asVisitor(product, 'POST', '/api/auth/register/', body)
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('main').getByText('isn’t verified yet')).toBeVisible()
  await expect(password).toHaveValue(PASSWORD)
  await expect(password).not.toHaveAttribute('aria-invalid', 'true')
})

test(
  'takes the referral code from the link, and names its owner',
  LONG,
  async ({ page, product }) => {
    await addMember(product, 'quick-fox')
    await page.goto('/register?ref=TWOFOLD')
    const code = page.getByLabel('Referral Code')
    await expect(code).toHaveValue('TWOFOLD')
    await expect(code).toHaveAttribute('readonly', '')
    await expect(page.getByText('Sponsor: Twofold')).toBeVisible()
    const name = page.getByLabel('Username')
    await name.fill('quick-fox')
    await page.getByLabel('Email').focus()
    await expect(page.getByText('This username is taken.')).toBeVisible()
    // That was about the other name.
    await name.fill('quick-fox-2')
    await expect(name).not.toHaveAttribute('aria-invalid', 'true')
    await name.fill('')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('This field is required.')).toHaveCount(4)
    await page.getByLabel('Username').fill('someone')
    await page.getByLabel('Email').fill('someone@example.org')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm Password').fill(`${PASSWORD}!`)
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText("Passwords don't match")).toBeVisible()
  },
)

test(
  'keeps a half-filled registration over a reload, without the password',
  LONG,
  async ({ page }) => {
    await page.goto('/register')
    await page.getByLabel('Referral Code').fill('NEARBY')
    await page.getByLabel('Username').fill('interrupted')
    await page.getByLabel('Email').fill('interrupted@example.org')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill(PASSWORD)
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    expect(kept).toContain('interrupted@example.org')
    expect(kept).not.toContain(PASSWORD)
    await page.reload()
    await expect(page.getByLabel('Username')).toHaveValue('interrupted')
    await expect(page.getByLabel('Email')).toHaveValue('interrupted@example.org')
    await expect(page.getByLabel('Referral Code')).toHaveValue('NEARBY')
    await expect(password).toHaveValue('')
    // A link's code comes first.
    await page.goto('/register?ref=TWOFOLD')
    await expect(page.getByLabel('Username')).toHaveValue('interrupted')
    await expect(page.getByLabel('Referral Code')).toHaveValue('TWOFOLD')
    await password.fill(PASSWORD)
    await page.getByLabel('Confirm Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page).toHaveURL(/\/welcome$/)
    await page.goto('/register')
    await expect(page.getByText('Others see this name.')).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue('')
  },
)

test(
  'forgets a half-filled registration as soon as someone signs in',
  LONG,
  async ({ page, product }) => {
    const member = await addMember(product, 'hadone')
    await page.goto('/register')
    await page.getByLabel('Email').fill('unfinished@example.org')
    const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    expect(await kept()).toContain('unfinished@example.org')
    await signInAs(page, member.username)
    expect(await kept()).not.toContain('unfinished@example.org')
  },
)

test('leads to the welcome page that a new version has replaced', LONG, async ({ page }) => {
  await page.goto('/register')
  await replaceVersion(page, '**/assets/welcome-*.js')
  await page.getByLabel('Username').fill('in-between')
  await page.getByLabel('Email').fill('in-between@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(page.getByText('we emailed a link to in-between@example.org')).toBeVisible()
})

test('registers without a code, and resends the email once a day', LONG, async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Username').fill('free-name')
  await page.getByLabel('Email').focus()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/Available/)
  await page.getByLabel('Password', { exact: true }).fill('free-name-1')
  const described = expect(page.getByLabel('Password', { exact: true }))
  await described.toHaveAccessibleDescription(/close to your name/)
  await page.getByLabel('Username').fill('twofold')
  await page.getByLabel('Email').fill('alone@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  const send = page.getByRole('button', { name: 'Register' })
  await send.click()
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Username').fill('alone')
  const [sent] = await Promise.all([page.waitForRequest('**/api/auth/register/'), send.click()])
  expect(sent.postDataJSON()).toMatchObject({ username: 'alone', referral_code: null })
  await expect(page).toHaveURL(/\/welcome$/)
  const email = page.getByLabel('Email')
  const again = page.getByRole('button', { name: 'Resend Verification Email' })
  await expect(email).toHaveValue('alone@example.org')
  await email.fill('')
  await again.click()
  await expect(page.getByText('Please enter your email address')).toBeVisible()
  await email.fill('alone@example.org')
  const refusal = 'You can only request a new verification email once per day.'
  await again.click()
  await expect(page.getByRole('button', { name: 'Sent. You can ask again' })).toBeDisabled()
  await page.reload()
  await again.click()
  await expect(toastSaying(page, refusal)).toBeVisible()
})

test('sends a message once the captcha is solved', LONG, async ({ page, team }) => {
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('This field is required.')).toHaveCount(4)
  await page.getByLabel('Email', { exact: true }).fill('no address')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Enter a valid email address.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email')
  await page.getByLabel('Name').fill('Ana')
  await page.getByLabel('Email', { exact: true }).fill('ana@example.org')
  await page.getByLabel('Subject').fill('A question')
  await page.getByLabel('Message').fill('How long does a withdrawal take?')
  const captcha = page.getByLabel(/Captcha/)
  await captcha.fill('99')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(toastSaying(page, 'Please solve the captcha correctly')).toBeVisible()
  expect(await findInBothThemes(page)).toEqual([])
  await solveCaptcha(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Thank you. We have received your message')).toBeVisible()
  expect(await findInBothThemes(page)).toEqual([])
  await expect(page.getByLabel('Name')).toHaveValue('')
  // We know members, so their next message needs only its subject and text.
  await visitAs(page, team[0], '/contact')
  const address = page.getByLabel('Email', { exact: true })
  await expect(address).toHaveValue(team[0].email)
  await page.getByLabel('Subject').fill('Another question')
  await page.getByLabel('Message').fill('And a deposit?')
  await solveCaptcha(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('')
  await expect(address).toHaveValue(team[0].email)
})

test('renews a message that is still visible', LONG, async ({ page }) => {
  await page.clock.install()
  await page.goto('/contact')
  for (const label of ['Name', 'Subject', 'Message']) await page.getByLabel(label).fill('x')
  await page.getByLabel('Email', { exact: true }).fill('ana@example.org')
  await page.getByLabel(/Captcha/).fill('99')
  const message = page
    .getByRole('group')
    .getByText('Please solve the captcha correctly', { exact: true })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(message).toHaveCount(1)
  await page.clock.runFor(3000)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.clock.runFor(3000)
  await expect(message).toHaveCount(1)
  await page.clock.runFor(3000)
  await expect(message).toHaveCount(0)
})

test('resets a forgotten password through the emailed link', async ({ page, product }) => {
  const member = await addMember(product, 'forgetful')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot password?' })
  await dialog.getByRole('button', { name: 'Send recovery email' }).click()
  await expect(dialog.getByText('Please enter your email address')).toBeVisible()
  expect(await findInBothThemes(page)).toEqual([])
  await dialog.getByLabel('Email').fill(member.email)
  await dialog.getByRole('button', { name: 'Send recovery email' }).click()
  const sent = "If an account exists with this email, we've sent password recovery instructions."
  await expect(page.getByText(sent)).toBeVisible()
  const link = await emailedPath(product, member.email, 'reset-password')
  await page.goto(link)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('This field is required.')).toHaveCount(2)
  await page.getByLabel('New Password').fill('short')
  await page.getByLabel('Confirm Password').fill('short')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
  await page.getByLabel('New Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  // Opened again, as from another browser.
  await page.goto(link)
  await page.getByLabel('New Password').fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeFocused()
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await expect(dialog.getByLabel('Email')).toBeVisible()
  await signInAs(page, member.username)
})

test('follows a verification link again after a lost answer', LONG, async ({ page }) => {
  await page.route('**/api/accounts/verify-email/**', (route) => route.abort())
  for (const [path, target] of [
    ['/verify-email/no-such-token', /\/register$/],
    ['/verify-email/no-such-token?change', /\/login$/],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(target)
    const main = page.getByRole('main')
    await expect(main.getByText('Email verification failed', { exact: false })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Send a new link' })).toBeHidden()
    await main.getByRole('link', { name: 'Try again' }).click()
    await expect(page).toHaveURL(target)
    await page.unroute('**/api/accounts/verify-email/**')
    await main.getByRole('link', { name: 'Try again' }).click()
    await expect(toastSaying(page, 'This link is invalid or has expired.')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Try again' })).toBeHidden()
    await page.route('**/api/accounts/verify-email/**', (route) => route.abort())
  }
})

test(
  'explains an invalid verification link to visitors and members',
  LONG,
  async ({ page, team }) => {
    await page.goto('/verify-email/no-such-token')
    await expect(page).toHaveURL(/\/register$/)
    await expect(toastSaying(page, 'This link is invalid or has expired.')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Send a new link' }).click()
    await expect(page).toHaveURL(/\/welcome$/)
    await page.goto('/verify-email/no-such-token?change')
    await expect(page).toHaveURL(/\/login$/)
    await expect(toastSaying(page, 'This link is invalid or has expired.')).toBeVisible()
    await expect(
      page.getByText('sign in and change your email address again', { exact: false }),
    ).toBeVisible()
    await visitAs(page, team[0], '/verify-email/no-such-token')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(toastSaying(page, 'This link is invalid or has expired.')).toBeVisible()
  },
)
