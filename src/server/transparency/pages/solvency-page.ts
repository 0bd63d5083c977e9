import { localeOf } from '../../../contract/fields/languages.ts'
import { fillText } from '../../../domain/texts.ts'
import { escapeHtml } from '../../../contract/texts/escape-html.ts'
import type { Solvency as SolvencyBody } from '../../../proof/solvency.ts'
import type { Language } from '../../../contract/fields/languages.ts'
import { dayText, percent, timeText, usdText, wholeText } from '../figures.ts'
import { proof } from './income-page.ts'
import { paragraph, section } from './page-frame.ts'
import { wordsOf } from '../words.ts'

export type SolvencyShown = {
  body: SolvencyBody
  day: string
  sha256: string
  /** Whether the day's sample is public and has been drawn. */
  hasSample: boolean
  /** The newest on-chain transaction that contains a checkpoint of the log. */
  anchor: { day: string; txid: string; block: number | null } | null
}

/** Hundredths of a percent, rounded down: nearly enough is not enough. */
function ratioText(ratio: number, language: Language): string {
  const format = { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat(localeOf(language), format).format(ratio / 10_000)
}

/** What we owe, what we hold, and the ratio. Or that this isn't known yet, and why. */
function firstSentence({ owed, wallets, usd, ratio, rate }: SolvencyBody, language: Language) {
  const own = wordsOf(language).solvency
  const notKnown = fillText(own.notKnown, { owed: usdText(owed.members, language) })
  if (usd && ratio !== null) {
    const [all, held] = [usdText(usd.owed, language), usdText(usd.held, language)]
    return fillText(own.first, { owed: all, held, ratio: ratioText(ratio, language) })
  }
  if (usd) return fillText(own.nothingOwed, { held: usdText(usd.held, language) })
  if (wallets.length === 0) return `${notKnown} ${own.noWallets}`
  if (wallets.some(({ state }) => state === 'not_known')) {
    return `${notKnown} ${own.nodesDisagree}`
  }
  if (!wallets.some(({ state }) => state === 'counted')) {
    return `${notKnown} ${own.noSignature}`
  }
  return `${notKnown} ${rate ? '' : own.noRate}`.trimEnd()
}

/** A decimal amount of coins with grouped thousands; a dash if unknown. */
function coinText(amount: string | null, language: Language): string {
  if (amount === null) return wordsOf(language).notKnown
  const digits = amount.split('.')[1]?.length ?? 0
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const exact = amount as `${number}` // the contract's pattern of amounts
  return new Intl.NumberFormat(localeOf(language), format).format(exact)
}

/** The on-chain transaction that contains a checkpoint of our log. */
function anchorLine(anchor: SolvencyShown['anchor'], language: Language): string {
  if (!anchor) return ''
  const own = wordsOf(language).solvency
  const text = fillText(own.anchor, {
    day: dayText(anchor.day, language),
    block: wholeText(anchor.block ?? 0, language),
  })
  return `${paragraph(text)}<p class="soft"><code>${anchor.txid}</code> ·
<a href="/api/transparency/anchors/">${own.anchors}</a></p>`
}

/** The signed statements, for everyone to verify with any TRON wallet. */
function statements({ wallets }: SolvencyBody, language: Language): string {
  const own = wordsOf(language).solvency
  const signed = wallets.flatMap(({ address, statement }) =>
    statement
      ? `<h3>${address}</h3><pre class="wide" tabindex="0" role="region" aria-label="${address}"
style="padding:1rem"><code>${escapeHtml(statement.text)}</code></pre>
<p class="soft">${own.signature} <code>${statement.signature}</code></p>`
      : [],
  )
  return signed.length === 0
    ? ''
    : `<h2>${own.statements}</h2>${paragraph(own.statementsText)}${signed.join('')}`
}

/** The ratio if TRX falls. Debts are in dollars, so only the value of what we hold decreases. */
function fallsSection({ falls = [], ratio }: SolvencyBody, language: Language): string {
  const own = wordsOf(language).solvency
  if (ratio === null || falls.length === 0) return ''
  const rows = falls.map((fall) => [
    fillText(own.fall, { share: percent(fall.percent, 100, language) }),
    fall.ratio === null ? wordsOf(language).notKnown : ratioText(fall.ratio, language),
  ])
  return `${section(own.falls, [own.price, own.ratio], rows)}${paragraph(own.fallsText, 'soft')}`
}

/** The figures that the sheet's own moment doesn't show: the rest of the day. */
function lowestText({ readings, lowest, wallets }: SolvencyBody, language: Language): string {
  const own = wordsOf(language).solvency
  if (!readings || wallets.length === 0) return ''
  const count = wholeText(readings.length, language)
  const text =
    lowest === null || lowest === undefined
      ? fillText(own.tooFewReadings, { count })
      : fillText(own.lowest, { count, ratio: ratioText(lowest, language) })
  return `<h2>${own.restOfDay}</h2>${paragraph(text)}${paragraph(own.readingsText, 'soft')}`
}

/** What we owe and what we hold: one sentence, then figures, then the proof. */
export function solvencyPage(shown: SolvencyShown, language: Language): string {
  const { body, day, sha256, hasSample, anchor } = shown
  const { owed, wallets, deposits, held, usd, rate } = body
  const own = wordsOf(language).solvency
  const coins = (amounts: { trx: string | null; usdt: string | null }) => [
    coinText(amounts.trx, language),
    coinText(amounts.usdt, language),
  ]
  const owedRows = [
    [own.toMembers, usdText(owed.members, language), '–', '–'],
    [own.unmatched, '–', ...coins(owed)],
    [own.all, usd ? usdText(usd.owed, language) : wordsOf(language).notKnown, '–', '–'],
  ]
  const heldRows = [
    ...wallets.map((each) => [each.address, own.states[each.state], ...coins(each)]),
    [
      fillText(own.depositAddresses, { count: wholeText(deposits.addresses, language) }),
      own.states.counted,
    ].concat(coins(deposits)),
    [
      own.all,
      usd ? usdText(usd.held, language) : wordsOf(language).notKnown,
      ...coins(held ?? { trx: null, usdt: null }),
    ],
  ]
  const price = rate
    ? fillText(own.rate, { rate: rate.trx, at: timeText(new Date(rate.as_of), language) })
    : own.noRate
  const sample = hasSample
    ? `<p><a href="/api/transparency/solvency/sample/?day=${day}">${own.sample}</a></p>`
    : ''
  return `<h1>${own.title}</h1>${paragraph(firstSentence(body, language), 'first')}
${paragraph(own.explained)}
${section(own.owed, [own.what, own.dollars, 'TRX', 'USDT'], owedRows)}
${section(own.held, [own.wallet, own.counts, 'TRX', 'USDT'], heldRows)}
${paragraph(price)}
${lowestText(body, language)}
${fallsSection(body, language)}
${statements(body, language)}
${paragraph(own.notProven, 'soft')}
${proof(day, sha256, 'solvency', language)}
${paragraph(own.sampleText, 'soft')}${sample}${anchorLine(anchor, language)}`
}
