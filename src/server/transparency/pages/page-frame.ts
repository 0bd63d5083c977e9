import { directionOf, LANGUAGES, languages } from '../../../contract/fields/languages.ts'
import {
  brandName,
  brandVersion,
  defaultLanguage,
  inlineMark,
  ownBrand,
} from '../../brand/brand.ts'
import { escapeHtml } from '../../../contract/texts/escape-html.ts'
import type { Language } from '../../../contract/fields/languages.ts'
import { wordsOf } from '../words.ts'
import { table, TABLE_STYLE } from './table.ts'

// The frame of the public pages: the product's fonts and colors, without scripts, so that a page
// can be saved, printed, and read in ten years.

/**
 * Device fonts scaled to Geist's widths, so that nothing moves when Geist arrives. The faces are
 * those of the app (src/web/ui/fonts.css).
 */
const FALLBACKS = `
@font-face { font-family: 'Geist Fallback';
  src: local('Arial'), local('Liberation Sans'), local('Helvetica');
  ascent-override: 95.94%; descent-override: 28.16%; line-gap-override: 0%; size-adjust: 104.76% }
@font-face { font-family: 'Geist Fallback Roboto'; src: local('Roboto');
  ascent-override: 96.7%; descent-override: 28.4%; line-gap-override: 0%; size-adjust: 104% }
@font-face { font-family: 'Geist Fallback DejaVu'; src: local('DejaVu Sans');
  ascent-override: 111.1%; descent-override: 32.6%; line-gap-override: 0%; size-adjust: 90.5% }`
const FONTS =
  "Geist, 'Geist Fallback', 'Geist Fallback Roboto', 'Geist Fallback DejaVu', ui-sans-serif, " +
  'system-ui, sans-serif'

/** The colors are those of the app (src/web/ui/theme.css). */
const STYLE = `${FALLBACKS}
:root { color-scheme: light dark;
  --ground: light-dark(oklch(0.976 0.005 195), oklch(0.178 0.016 222));
  --sheet: light-dark(oklch(1 0 0), oklch(0.213 0.018 222));
  --line: light-dark(oklch(0.885 0.012 200), oklch(0.315 0.02 220));
  --ink: light-dark(oklch(0.235 0.024 225), oklch(0.953 0.008 195));
  --soft: light-dark(oklch(0.425 0.024 220), oklch(0.782 0.014 205));
  --bad: light-dark(oklch(0.5 0.185 22), oklch(0.745 0.15 22)) }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 ${FONTS}; -webkit-text-size-adjust: 100% }
a { color: inherit; text-underline-offset: 3px }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: .25rem }
.skip { position: absolute; inset-inline-start: -99rem }
.skip:focus { position: static; display: block; padding: .5rem 1rem }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem;
  max-width: 64rem; margin: 0 auto; padding: .75rem 1rem }
header { border-bottom: 1px solid var(--line) }
footer { margin-top: 3rem; border-top: 1px solid var(--line); color: var(--soft);
  font-size: .875rem }
.bar a { display: inline-block; padding: .5rem 0 }
.brand { display: inline-flex !important; align-items: center; gap: .6rem; margin-inline-end: auto;
  font-size: 1.1875rem; font-weight: 600; letter-spacing: -.03em; text-decoration: none }
[aria-current] { font-weight: 600; text-decoration: none }
main { max-width: 64rem; margin: 0 auto; padding: 2rem 1rem 0 }
h3, li { overflow-wrap: anywhere }
h1, h2 { letter-spacing: -.018em; line-height: 1.2; text-wrap: balance }
h1 { margin: 0 0 1rem; font-size: 1.75rem }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.25rem }
p { max-width: 46rem; margin: .5rem 0 1rem; text-wrap: pretty }
.first { font-size: 1.25rem; line-height: 1.45; font-weight: 600 }
.soft { color: var(--soft); font-size: .9375rem }
article li + li { margin-top: .75rem }
.wide { overflow-x: auto; margin: 1rem 0; background: var(--sheet);
  border: 1px solid var(--line); border-radius: .75rem }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums lining-nums }
caption { padding: .75rem; text-align: start; font-weight: 600 }
h2 + .wide caption { position: absolute; clip-path: inset(50%) }
h2 + .wide thead th { border-top: 0 }
th, td { padding: .5rem .75rem; border-top: 1px solid var(--line); text-align: end;
  vertical-align: top }
th:first-child, td:first-child { text-align: start }
thead th { color: var(--soft); font-size: .875rem; font-weight: 500; vertical-align: bottom }
tbody th { font-weight: 500 }
@media (width < 36rem) { th, td { padding: .5rem; font-size: .9375rem } }
svg { display: block; width: 100%; max-width: 40rem; height: auto; margin: 1rem 0 }
svg text { fill: var(--ink); font: 13px ${FONTS} }
@media (width < 36rem) { svg text { font-size: 17px } }
.whole { white-space: nowrap }${TABLE_STYLE}
.lost { fill: var(--bad) } .even { fill: var(--soft) } .gained { fill: var(--accent) }
footer .entity { flex-basis: 100%; max-width: none; margin: 0 }
code { overflow-wrap: anywhere; font-size: .875rem }
@media print { header, footer { display: none } body { background: none } }`

/** The paths of the public pages, by name. */
export const PATHS = {
  income: '/transparency',
  boards: '/transparency/boards',
  solvency: '/transparency/solvency',
  check: '/transparency/check',
  status: '/status',
} as const

type Frame = {
  language: Language
  /** The page's own path, without its query. */
  path: string
  title: string
  /** The address of the app's font; null if there is no build. */
  font: string | null
  html: string
}

/** A path in a language. The brand's own language needs no query. */
export const inLanguage = (path: string, language: Language): string =>
  language === defaultLanguage() ? path : `${path}?lang=${language}`

/** A whole page around its own part, which is markup. */
export function framePage({ language, path, title, font, html }: Frame): string {
  const own = wordsOf(language)
  const links = Object.entries({
    [PATHS.income]: own.income,
    [PATHS.boards]: own.boards,
    [PATHS.solvency]: own.solvency.link,
    [PATHS.check]: own.check,
    [PATHS.status]: own.status,
  }).map(([to, label]) => {
    const here = to === path ? ' aria-current="page"' : ''
    return `<a href="${inLanguage(to, language)}"${here}>${label}</a>`
  })
  const { palette, entity } = ownBrand()
  const accent = `light-dark(${palette.light.accent}, ${palette.dark.accent})`
  const mark = inlineMark('width:1.75rem;margin:0')
  const last = entity ? `<p class="entity">${escapeHtml(entity)}</p>` : ''
  const others = languages
    .filter((other) => other !== language)
    .map((other) => {
      const turned = escapeHtml(inLanguage(path, other))
      return `<a href="${turned}" hreflang="${other}" lang="${other}">${LANGUAGES[other].name}</a>`
    })
  // A first visit keeps the fallback font. Switching fonts would break the header's links into
  // lines differently, and move everything below.
  const face =
    font === null
      ? ''
      : `@font-face{font-family:Geist;font-weight:100 900;font-display:optional;src:url('${font}')}`
  // Search engines show the first sentence of a page. It is already escaped.
  const [, first] = /<p class="first">([^<]+)<\/p>/.exec(html) ?? []
  const summary = first === undefined ? '' : `<meta name="description" content="${first}">`
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8">
<title>${escapeHtml(title)} · ${escapeHtml(brandName())}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${summary}
<link rel="icon" href="/favicon.svg?v=${brandVersion()}" type="image/svg+xml">
<style>${face}:root{--accent:${accent}}${STYLE}</style></head>
<body><a class="skip" href="#content">${own.skip}</a>
<header><div class="bar"><a class="brand" href="/">${mark}${escapeHtml(brandName())}</a>
<nav class="bar" aria-label="${own.pages}" style="padding:0;margin:0">${links.join('')}</nav></div>
</header><main id="content" tabindex="-1">${html}</main>
<footer><div class="bar"><a href="/">${own.home}</a>
<a href="/payplan#where-the-money-comes-from">${own.moneySource}</a>
${others.join('\n')}
${last}</div></footer></body></html>`
}

/** A table below its heading; nothing without rows. */
export const section = (
  title: string,
  head: readonly string[],
  rows: Parameters<typeof table>[2],
): string => (rows.length === 0 ? '' : `<h2>${escapeHtml(title)}</h2>${table(title, head, rows)}`)

export const paragraph = (text: string, kind = ''): string =>
  `<p${kind && ` class="${kind}"`}>${escapeHtml(text)}</p>`
