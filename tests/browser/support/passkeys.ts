import type { Page } from '@playwright/test'

/**
 * Chromium's virtual authenticator for a page. It stores passkeys, verifies its user immediately,
 * and answers every prompt of the browser.
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
    /** Whether its user verifies from now on, or walks away. */
    async verify(isUserVerified: boolean): Promise<void> {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    async count(): Promise<number> {
      const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
  }
}

/** The user of a page presses buttons, and ignores the browser's suggestions. */
export const pickNoSuggestion = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { credentials } = navigator
    const ask = credentials.get.bind(credentials)
    credentials.get = (options) =>
      options?.mediation === 'conditional' ? new Promise(() => {}) : ask(options)
  })

/** The same user takes their time with each dialog: until `isDone` is set on the window. */
export async function hesitate(page: Page, isDone: string): Promise<void> {
  await pickNoSuggestion(page)
  await page.addInitScript((name) => {
    const { credentials } = navigator
    const ask = credentials.get.bind(credentials)
    const untilDone = async (signal?: AbortSignal | null): Promise<void> => {
      if (Reflect.has(window, name)) return
      signal?.throwIfAborted()
      await new Promise(requestAnimationFrame)
      await untilDone(signal)
    }
    credentials.get = async (options) => {
      if (options?.mediation !== 'conditional') await untilDone(options?.signal)
      return await ask(options)
    }
  }, isDone)
}
