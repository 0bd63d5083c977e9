import { fillText } from '../../../domain/texts.ts'
import { escapeHtml } from '../../../contract/texts/escape-html.ts'
import type { IncomeBody, Disclosure } from '../disclosure.ts'
import type { Language } from '../../../contract/fields/languages.ts'
import { dayText, percent, usdText, wholeText } from '../figures.ts'
import { inLanguage, paragraph, PATHS, section } from './page-frame.ts'
import { table } from './table.ts'
import { groupNames, wordsOf } from '../words.ts'

type Details = NonNullable<IncomeBody['all']['details']>
type Group = IncomeBody['all']

const ROW = 30
const [LABEL, BARS] = [236, 210]

/** The members of each group as bars. The table next to it has the same figures. */
function drawGroups({ groups }: Details, language: Language): string {
  const names = groupNames(language)
  const most = Math.max(...groups, 1)
  const all = groups.reduce((sum, count) => sum + count, 0)
  const bars = groups.map((count, at) => {
    const width = Math.max(count > 0 ? 2 : 0, Math.round((BARS * count) / most))
    const kind = at < 5 ? 'lost' : at === 5 ? 'even' : 'gained'
    const y = at * ROW
    return `<text x="0" y="${y + 19}">${escapeHtml(names[at + 1] ?? '')}</text>
<rect class="${kind}" x="${LABEL}" y="${y + 5}" width="${width}" height="${ROW - 10}" rx="3"/>
<text x="${LABEL + width + 8}" y="${y + 19}">${percent(count, all, language)}</text>`
  })
  return `<svg viewBox="0 0 ${LABEL + BARS + 60} ${groups.length * ROW}" aria-hidden="true">
${bars.join('')}</svg>`
}

function tellGroups(details: Details, { members }: Group, language: Language): string {
  const own = wordsOf(language)
  const names = groupNames(language)
  const rows = details.groups.map((count, at) => [
    names[at + 1] ?? '',
    wholeText(count, language),
    percent(count, members, language),
  ])
  const ranks = (['p10', 'p25', 'p50', 'p75', 'p90', 'p99'] as const).map((rank, at) => [
    own.ofTen[at] ?? '',
    usdText(details.result[rank], language),
    usdText(details.paid[rank], language),
    usdText(details.rewards[rank], language),
  ])
  const { top1_share: one, top10_share: ten } = details
  const shares =
    one === null || ten === null
      ? ''
      : paragraph(
          fillText(own.top, {
            one: percent(one, 10_000, language),
            ten: percent(ten, 10_000, language),
          }),
        )
  return `<h2>${own.results}</h2>${drawGroups(details, language)}
${table(own.results, [own.result, own.members, own.share], rows)}
<h2>${own.amounts}</h2>
${table(own.amounts, [own.atMost, own.result, own.paid, own.rewards], ranks)}${shares}`
}

function groupRow(name: string, group: Group, language: Language) {
  const share = (count: number) =>
    `${wholeText(count, language)} (${percent(count, group.members, language)})`
  const median = group.details?.result.p50
  return [
    name,
    wholeText(group.members, language),
    share(group.below),
    share(group.zero_rewards),
    median === undefined ? '–' : usdText(median, language),
  ]
}

type Shown = {
  income: IncomeBody
  disclosure: Disclosure
  day: string
  sha256: string
  /** Complete boards by plan. */
  complete: ReadonlyMap<string, number>
}

/** What members earned: one sentence, then the figures, then links to the proof. */
export function incomePage(shown: Shown, language: Language): string {
  const { income, disclosure, day, sha256, complete } = shown
  const own = wordsOf(language)
  const { all, plans, months, places, registered, together } = income
  const head = [own.members, own.below, own.zero, own.median]
  const byPlan = plans.map((each) => groupRow(each.plans.join(', '), each, language))
  const byMonth = months.map((each) =>
    groupRow(each.from === each.to ? each.from : `${each.from} – ${each.to}`, each, language),
  )
  const fees = places.map((each) => [
    each.plan,
    wholeText(each.places, language),
    usdText(each.fees, language),
    usdText(each.paid_out, language),
    usdText(each.kept, language),
    wholeText(complete.get(each.plan) ?? 0, language),
  ])
  const feesHead = [own.plan, own.taken, own.fees, own.paidOut, own.kept, own.boardsComplete]
  const unpaid =
    registered > all.members
      ? paragraph(fillText(own.registered, { count: wholeText(registered, language) }))
      : ''
  const lost = usdText(together.replace('-', ''), language)
  return `<h1>${own.earnedTitle}</h1>${paragraph(disclosure[language], 'first')}
${all.members === 0 ? '' : paragraph(fillText(own.together, { lost }))}
${unpaid}
${all.details === null ? paragraph(own.tooFew) : tellGroups(all.details, all, language)}
${section(own.byPlan, [own.plan, ...head], byPlan)}
${section(own.byMonth, [own.month, ...head], byMonth)}
${section(own.places, feesHead, fees)}
${paragraph(own.moneyIs, 'soft')}${proof(day, sha256, 'income', language)}`
}

/** Links to the exact figures and to what prevents changes to them. */
export function proof(day: string, sha256: string, name: string, language: Language): string {
  const own = wordsOf(language)
  const text = fillText(own.proofText, { day: dayText(day, language) })
  return `<h2>${own.proof}</h2>${paragraph(text)}
<p class="soft"><a href="${inLanguage(`/transparency/${day}`, language)}">${own.sheetOf}</a> ·
<a href="${inLanguage(PATHS.check, language)}">${own.check}</a> ·
${exactFigures(day, sha256, name)}</p>`
}

/** Links to a part of a sheet as data, and the hash of its bytes. */
export function exactFigures(day: string, sha256: string, name: string): string {
  const data = `/api/transparency/${name}/?day=${day}`
  return `<a href="${data}">JSON</a> · <a href="${data}&amp;format=csv">CSV</a><br>
SHA-256 <code>${sha256}</code>`
}
