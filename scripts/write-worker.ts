import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pages } from '../src/contract/pages.ts'
import { appPolicy } from '../src/server/http/security-headers.ts'

/** The page that serves every path without a page of its own, by an address that has none. */
const SHELL = '/reset-password/-'

/**
 * Writes the service worker of the members' web app into its build. It keeps the shell, the pages
 * made at build time and the files they are drawn with, and answers nothing else: what the API
 * says never enters a cache, and the operators' console is not touched.
 */
export async function writeWorker(directory: string): Promise<void> {
  // Only a build needs it; a product that is built already may have gone without its packages.
  const { generateSW } = await import('workbox-build')
  await generateSW({
    globDirectory: directory,
    globPatterns: ['assets/*.{js,css,woff2}', '*.svg', '**/*.html'],
    // Scripts that Latin-1 does not cover are fetched when a name needs them.
    globIgnores: ['assets/*latin-ext*'],
    dontCacheBustURLsMatching: /^assets\//,
    manifestTransforms: [
      async (entries) => ({
        manifest: await Promise.all(
          entries.map(async (entry) => {
            if (!entry.url.endsWith('.html')) return { ...entry, url: `/${entry.url}` }
            const revision = revisionOf(await readFile(join(directory, entry.url), 'utf8'))
            return { ...entry, url: addressOf(entry.url), revision }
          }),
        ),
      }),
    ],
    swDest: join(directory, 'service-worker.js'),
    mode: 'production',
    sourcemap: false,
    inlineWorkboxRuntime: true,
    babelPresetEnvTargets: ['chrome >= 120', 'firefox >= 120', 'safari >= 17'],
    cleanupOutdatedCaches: true,
    // A new version waits until the member takes it: no page changes under someone's hands.
    skipWaiting: false,
    clientsClaim: false,
    ignoreURLParametersMatching: [/./],
    navigateFallback: SHELL,
    navigateFallbackAllowlist: pages.filter((page) => !page.startsWith('/operator')).map(toPattern),
  })
}

/** `plan/index.html` is kept as `/plan`, as the server serves it. */
function addressOf(file: string): string {
  if (file === '__spa-fallback.html') return SHELL
  return `/${file.replace(/\/?index\.html$/, '')}`
}

/** A page is new when it reads differently, and also when the policy over it has changed. */
const revisionOf = (html: string): string =>
  createHash('sha256').update(html).update(appPolicy(html)).digest('hex').slice(0, 16)

/** The pattern for a path as it stands in the list of pages. */
function toPattern(page: string): RegExp {
  const path = page.replaceAll('/', '\\/').replace(/\*$/, '.+')
  return new RegExp(`^${path}${page === '/' ? '' : '\\/?'}(?:\\?|$)`)
}
