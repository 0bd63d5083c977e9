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
    /** Whether its person touches it at once when asked, or takes their time. */
    async touch(enabled: boolean): Promise<void> {
      const about = { authenticatorId, enabled }
      await client.send('WebAuthn.setAutomaticPresenceSimulation', about)
    },
    async count(): Promise<number> {
      const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
  }
}
