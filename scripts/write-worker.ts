import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pages } from '../src/contract/pages.ts'
import { appPolicy } from '../src/server/http/security-headers.ts'

/** The fallback page, at a path that no page has. */
const SHELL = '/reset-password/-'

/**
 * Writes the members' web app's service worker into its build. It caches the shell, the prerendered
 * pages and their files, and nothing else. API answers never enter a cache, and the operators'
 * console isn't affected.
 */
export async function writeWorker(directory: string): Promise<void> {
  // Only a build needs it, and an installed product may lack these packages.
  const { generateSW } = await import('workbox-build')
  await generateSW({
    globDirectory: directory,
    globPatterns: ['assets/*.{js,css,woff2}', '*.svg', '**/*.html'],
    // Fonts beyond Latin-1 are fetched when a name needs them.
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
    // A new version waits until the member accepts it, so no page changes unexpectedly.
    skipWaiting: false,
    clientsClaim: false,
    ignoreURLParametersMatching: [/./],
    navigateFallback: SHELL,
    navigateFallbackAllowlist: pages.filter((page) => !page.startsWith('/operator')).map(toPattern),
  })
}

/** `plan/index.html` is stored as `/plan`, the path that the server uses. */
function addressOf(file: string): string {
  if (file === '__spa-fallback.html') return SHELL
  return `/${file.replace(/\/?index\.html$/, '')}`
}

/** A page counts as new when its text or its policy has changed. */
const revisionOf = (html: string): string =>
  createHash('sha256').update(html).update(appPolicy(html)).digest('hex').slice(0, 16)

/** Matches a path in the list of pages. */
function toPattern(page: string): RegExp {
  const path = page.replaceAll('/', '\\/').replace(/\*$/, '.+')
  return new RegExp(`^${path}${page === '/' ? '' : '\\/?'}(?:\\?|$)`)
}
