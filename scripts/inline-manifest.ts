import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Inlines the manifest of routes into the pages of a build. Browsers need it before the first
 * script runs, and as a separate file it would add one more request to each first visit.
 */
export async function inlineManifest(directory: string): Promise<void> {
  const files = await readdir(directory, { recursive: true })
  const name = files.find((file) => /manifest-[\da-f]+\.js$/.test(file))
  if (!name) throw new Error(`the build in ${directory} has no manifest of routes`)
  const url = `/${name.replaceAll('\\', '/')}`
  const written = await readFile(join(directory, name), 'utf8')
  // Otherwise React would fetch the manifest's file after hydration.
  const entry = /"entry":\{"module":("[^"]+")/.exec(written)?.[1]
  if (!entry || !written.includes(`"url":"${url}"`))
    throw new Error(`the manifest of routes reads differently in this build: ${url}`)
  const manifest = written.replace(`"url":"${url}"`, `"url":${entry}`)
  for (const page of files.filter((file) => file.endsWith('.html'))) {
    const html = await readFile(join(directory, page), 'utf8')
    const preload = `<link rel="modulepreload" href="${url}"/>`
    const load = `import "${url}";`
    if (!html.includes(preload) || !html.includes(load))
      throw new Error(`${page} asks for the manifest in a way that this build doesn't know`)
    const inlined = html.replace(preload, '').replace(load, () => manifest)
    await writeFile(join(directory, page), inlined)
  }
}
