import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EXAMPLE_ENTITY, EXAMPLE_SUPPORT, type SupportChannels } from '../../contract/pages.ts'
import { escapeHtml } from '../../contract/texts/escape-html.ts'
import { brandVersion, hasOwnIcons, isRebranded, ownBrand, rebrand } from './brand.ts'
import { chooseEncoding, compressible, type Compressible } from './compressed-page.ts'
import { drawIcons, favicon } from './icons.ts'
import { builtPalette, paletteCss } from './palette.ts'

const TYPES = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.svg', 'image/svg+xml; charset=utf-8'],
])

// The names of chunks are hashes of the build's output. A brand changes their contents, so a
// branded chunk gets its own address, which browsers may also cache forever.
const BUILT = '/assets/'
const branded = (): string => `/assets-${brandVersion()}/`

const versioned = (text: string): string =>
  text
    .replace(/(?<=["'`(]|\/operator)\/assets\//g, branded())
    .replace(/\/(?:favicon\.svg|[\w-]*icon[\w-]*\.png)(?=")/g, `$&?v=${brandVersion()}`)

/** Rewrites a file of the build. */
function rewrite(path: string, text: string): string {
  const { palette, mark } = ownBrand()
  const own = versioned(rebrand(text))
  if (path === '/icons.svg') return own.replace(BUILT_MARK, `$1${mark.viewBox}">${mark.inner}$2`)
  if (path === '/favicon.svg') return hasOwnIcons() ? favicon() : own
  // Installed apps compare revisions to find out what to fetch again.
  if (path === '/service-worker.js') {
    return own.replace(/(?<=revision:")\w+/g, `$&-${brandVersion()}`)
  }
  if (palette === builtPalette) return own
  if (path.endsWith('.css') && own.includes('--accent:')) return own + paletteCss(palette)
  return path.endsWith('.js') ? own.replaceAll('#5fd9b9', palette.dark.accent) : own
}

const BUILT_MARK = /(<symbol id="mark" viewBox=")[^"]*">[\s\S]*?(<\/symbol>)/

/** A built page with the brand, and with this installation's support links. */
export function brandPage(built: string, support?: SupportChannels): string {
  const { entity, language } = ownBrand()
  let html = rebrand(built).replaceAll(EXAMPLE_ENTITY, () => escapeHtml(entity))
  if (isRebranded()) html = versioned(html)
  if (language !== 'en') html = html.replace('<html ', `<html data-language="${language}" `)
  if (!support) return html
  for (const channel of ['email', 'telegram', 'whatsapp'] as const) {
    html = html.replaceAll(rebrand(EXAMPLE_SUPPORT[channel]), () => escapeHtml(support[channel]))
  }
  return html
}

export type BrandedFiles = {
  /** The path of a file in the build. Undefined for a file of another brand. */
  pathOf: (path: string) => string
  /** Sends the branded version of a file; false if the build's own file is right. */
  send: (request: FastifyRequest, reply: FastifyReply, path: string) => boolean
}

/**
 * The files of a build that a brand changes, rewritten once.
 * @param translate puts a file into the brand's language, if it has one
 */
export async function readBranded(
  directory: string,
  files: ReadonlySet<string>,
  translate: (path: string, text: string) => string = (_, text) => text,
): Promise<BrandedFiles> {
  if (!isRebranded()) return { pathOf: (path) => path, send: () => false }
  const texts = new Map<string, Compressible>()
  for (const path of files) {
    if (!TYPES.has(extname(path))) continue
    const built = await readFile(join(directory, path), 'utf8')
    const own = rewrite(path, translate(path, built))
    if (own !== built) texts.set(path, compressible(own))
  }
  const pictures = await drawIcons()
  const place = branded()
  const pathOf = (path: string): string =>
    path.startsWith(place) ? BUILT + path.slice(place.length) : path
  return {
    pathOf,
    send(request, reply, asked) {
      const path = pathOf(asked)
      // Pages opened before the brand changed keep using their old chunks.
      if (asked.startsWith(BUILT)) return false
      const picture = files.has(path) ? pictures.get(path) : undefined
      const text = texts.get(path)
      if (!picture && !text) return false
      reply.header('Content-Type', picture ? 'image/png' : (TYPES.get(extname(path)) ?? ''))
      reply.header('Cache-Control', cacheRule(asked))
      reply.send(picture ?? (text && chooseEncoding(request, reply, text)))
      return true
    },
  }
}

/** How long browsers may keep a file of the build. */
export function cacheRule(path: string): string {
  if (path === '/service-worker.js') return 'no-cache'
  return /^\/assets(?:-\w+)?\//.test(path)
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=300'
}
