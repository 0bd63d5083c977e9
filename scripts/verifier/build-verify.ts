import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { fillText } from '../../src/domain/texts.ts'
import { readOptions } from '../../src/terminal/tool.ts'
import { catalogs } from '../../src/server/language/verifier-catalogs.ts'
import { pageWords } from '../../src/verify/page-words.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const hashOf = (text: string): string => hash('sha256', text, 'base64')

/** The second is for browsers without Ed25519. */
const WORKERS = [
  ['verify-worker.js', 'src/verify/worker.ts'],
  ['verify-worker-full.js', 'src/verify/worker-full.ts'],
] as const

/**
 * Writes `verify.html`, `verify.mjs`, and the workers of the members' page: one file each, without
 * our packages. The same sources give the same bytes, so anyone can compare what we serve with what
 * they built.
 */
export async function buildVerify(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true })
  const program = await bundle('src/server/cli/verify-proof.ts', 'esm')
  writeFileSync(join(directory, 'verify.mjs'), `#!/usr/bin/env node\n${program}`)
  for (const [name, path] of WORKERS) {
    writeFileSync(join(directory, name), await bundle(path, 'iife', [withoutFigures]))
  }
  writeFileSync(join(directory, 'verify.html'), await writePage())
}

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

/** The page allows its own script and style, and no requests. */
async function writePage(): Promise<string> {
  const program = await bundle('src/verify/page.ts', 'iife')
  const script = program.replaceAll(/<\/(?=script)/gi, '<\\/')
  const style = read('verify.css')
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hashOf(script)}'`,
    `style-src 'sha256-${hashOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  // Placeholders are comments, because a formatter would rewrite an invalid script or style.
  return [
    ['<!-- style -->', `<style>${style}</style>`],
    ['<!-- script -->', `<script>${script}</script>`],
    ['<!-- no script -->', withoutScript()],
    ['{{policy}}', policy],
  ].reduce(fill, read('verify.html'))
}

/** The page's only text without its script, so in every language. */
function withoutScript(): string {
  const english = { direction: 'ltr', texts: { 'verify.noScript': pageWords.noScript } }
  return Object.entries({ en: english, ...catalogs })
    .map(([language, { direction, texts }]) => {
      const text = texts['verify.noScript'] ?? pageWords.noScript
      const told = fillText(text, { command: '<code>node verify.mjs</code>' })
      return `<p class="first" lang="${language}" dir="${direction}">${told}</p>`
    })
    .join('')
}

function fill(page: string, [empty = '', full = '']: string[]): string {
  if (!page.includes(empty)) throw new Error(`verify.html has no ${empty}`)
  return page.replace(empty, () => full)
}

/** Only the program asks nodes, so the page and the workers don't need those texts. */
const offlineCatalogs = Object.fromEntries(
  Object.entries(catalogs).map(([code, { texts, ...rest }]) => {
    const offline = Object.entries(texts).filter(([id]) => !id.startsWith('node.'))
    return [code, { ...rest, texts: Object.fromEntries(offline) }]
  }),
)

type Plugin = { readonly name: string; readonly load: (id: string) => string | null }

/** The languages are inside the program, because readers may save it alone. */
const withCatalogs: Plugin = {
  name: 'with-catalogs',
  load(id) {
    const [, name] = /[/\\](verifier-catalogs|verify[/\\]catalogs)\.ts$/.exec(id) ?? []
    if (name === undefined) return null
    const own = name === 'verifier-catalogs' ? catalogs : offlineCatalogs
    return `export const catalogs = ${JSON.stringify(own)}`
  },
}

/** A worker checks a member's proof, and neither figures, samples, nor anchors. */
const withoutFigures: Plugin = {
  name: 'without-figures',
  load: (id) =>
    /[/\\]proof[/\\](check[/\\](income|reserves|describe-reserves)|solvency)\.ts$/.test(id)
      ? read('no-figures.ts')
      : null,
}

/** Bundles a program and its imports, except Node's own modules, into one script. */
async function bundle(
  path: string,
  format: 'esm' | 'iife',
  plugins: readonly Plugin[] = [],
): Promise<string> {
  // Only a build needs it, and an installed product may lack these packages.
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input: join(root, path),
    plugins: [withCatalogs, ...plugins],
    platform: format === 'esm' ? 'node' : 'browser',
    cwd: root,
  })
  const { output } = await build.generate({ format, minify: true, codeSplitting: false })
  await build.close()
  const [chunk, ...more] = output
  if (more.length > 0) throw new Error(`${path} is more than one file`)
  return chunk.code
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  readOptions({ usage: 'Usage: npm run build:verify', options: {} })
  await buildVerify(join(root, 'build/verify'))
}
