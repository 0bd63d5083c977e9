import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const PRELOAD = '<link rel="modulepreload" href='

/**
 * Makes pages fetch their style and font before their scripts. What visitors read is in the HTML,
 * and on a slow network the scripts would delay it.
 */
export async function putTextsFirst(directory: string, pages: readonly string[]): Promise<void> {
  for (const page of pages) {
    const file = join(directory, page, 'index.html')
    const html = await readFile(file, 'utf8')
    if (!html.includes(PRELOAD)) throw new Error(`${file} preloads no script`)
    const low = PRELOAD.replace('<link ', '<link fetchpriority="low" ')
    await writeFile(file, html.replaceAll(PRELOAD, low))
  }
}
