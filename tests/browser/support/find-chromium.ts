import chromium from '@sparticuz/chromium'

/**
 * The browser for the tests: CHROME_PATH, or the Chromium that npm installed (Linux, also as
 * root).
 */
export async function findChromium(): Promise<string> {
  return process.env.CHROME_PATH ?? (await chromium.executablePath())
}
