import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The app's font in its build; null without one. */
export async function findFont(webDirectory: string): Promise<string | null> {
  const assets = join(webDirectory, 'assets')
  if (!existsSync(assets)) return null
  const file = (await readdir(assets)).find((name) => /^geist-latin-wght.*\.woff2$/.test(name))
  return file === undefined ? null : `/assets/${file}`
}
