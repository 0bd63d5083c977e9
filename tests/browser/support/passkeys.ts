import type { Page } from '@playwright/test'

/**
 * An authenticator of Chromium's own for a page: it keeps passkeys, verifies its person at once,
 * and answers every question of the browser.
 */
export async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether its person verifies from now on, or walks away. */
    async verify(isUserVerified: boolean): Promise<void> {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    async count(): Promise<number> {
      const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
  }
}

/** Has the person before a page take their time with each dialog, until the given event is sent. */
export const hesitate = (page: Page, untilEvent: string): Promise<unknown> =>
  page.addInitScript((event) => {
    const { credentials } = navigator
    const ask = credentials.get.bind(credentials)
    credentials.get = async (options) => {
      // Who presses a button picks no suggestion.
      const never = options?.mediation === 'conditional'
      await new Promise((go) => window.addEventListener(never ? '' : event, go, { once: true }))
      options?.signal?.throwIfAborted()
      return await ask(options)
    }
  }, untilEvent)
