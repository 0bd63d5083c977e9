import { fillText } from '../../../domain/texts.ts'
import { escapeHtml } from '../../../contract/texts/escape-html.ts'
import type { Language } from '../../../contract/fields/languages.ts'
import { dayText } from '../figures.ts'
import { inLanguage, paragraph } from './page-frame.ts'
import { table } from './table.ts'
import { wordsOf } from '../words.ts'

/** A link that a browser saves under a descriptive file name. */
const file = (address: string, name: string): string =>
  `<li><a href="${address}" download="${escapeHtml(name)}">${escapeHtml(name)}</a></li>`

type Shown = {
  /** The newest sealed day; null before any. */
  day: string | null
  /** The SHA-256 of each verifier, by its name. */
  verifiers: ReadonlyMap<string, string>
  /** Whether a transaction on the chain anchors that day. */
  hasAnchor: boolean
  /** Whether the log began again, so that former checkpoints need the reasons. */
  hasEpochs: boolean
  /** The sizes of the log that statements of that day's wallets name. */
  sizes: readonly number[]
  /** The fingerprint of each key of the log, with its name. */
  keys: readonly (readonly [name: string, fingerprint: string])[]
}

/** How anyone checks a day: the program first, then the files, then how to run it. */
export function checkPage(shown: Shown, language: Language): string {
  const { day, verifiers, hasEpochs, keys } = shown
  const own = wordsOf(language)
  const programs = [...verifiers.keys()].map((name) => file(`/${name}`, name))
  const hashes = [...verifiers].map(([name, sha256]) => [name, sha256])
  const kept = [
    file('/log/keys', 'keys.txt'),
    file('/log/policy', 'policy.txt'),
    file('/log/checkpoint', 'checkpoint.txt'),
    ...(hasEpochs ? [file('/log/epochs', 'epochs.txt')] : []),
  ]
  const prints = keys.map(([name, print]) => [name, print])
  const ofDay = day === null ? '' : filesOf(day, shown, language)
  return `<h1>${own.checkTitle}</h1>${paragraph(own.checkFirst, 'first')}
<p><a href="/verify.html">${own.checkHere}</a></p>
<h2>${own.saveProgram}</h2>${paragraph(own.saveProgramText)}
<ul>${programs.join('')}</ul>${table(own.programHashes, [own.file, 'SHA-256'], hashes)}
<h2>${own.keep}</h2>${paragraph(own.keepText)}<ul>${kept.join('')}</ul>
${prints.length > 0 ? table(own.fingerprints, [own.log, own.fingerprint], prints) : ''}
${paragraph(own.compareText)}
${ofDay}
<h2>${own.runIt}</h2>${paragraph(own.runItText)}
<pre class="wide" tabindex="0" role="region" aria-label="${own.command}"
style="padding:1rem"><code>node verify.mjs --keys keys.txt checkpoint.txt${
    day === null ? '' : ` sheet-${day}.json seal-${day}.tlog-proof`
  }</code></pre>${paragraph(own.growthText)}`
}

function filesOf(day: string, { hasAnchor, sizes }: Shown, language: Language): string {
  const own = wordsOf(language)
  const parts = (['income', 'boards', 'solvency'] as const).map((part) =>
    file(`/api/transparency/${part}/?day=${day}`, `${part}-${day}.json`),
  )
  if (hasAnchor) parts.push(file(`/log/anchor/${day}`, `anchor-${day}.json`))
  for (const size of sizes) {
    parts.push(file(`/log/consistency/${size}`, `consistency-${size}.txt`))
  }
  const title = fillText(own.filesOf, { day: dayText(day, language) })
  return `<h2>${title}</h2>${paragraph(own.filesText)}
<ul>${file(`/api/transparency/days/${day}/`, `sheet-${day}.json`)}
${file(`/api/transparency/seal/${day}/`, `seal-${day}.tlog-proof`)}${parts.join('')}</ul>
<p><a href="${inLanguage(`/transparency/${day}`, language)}">${own.sheetOf}</a> ·
<a href="/proofs">${own.ownProofs}</a></p>`
}
