import { fillText } from '../../../domain/texts.ts'
import type { z } from 'zod'
import type { BoardOutcomes } from '../../../contract/subjects/transparency.ts'
import type { Language } from '../../../contract/fields/languages.ts'
import { percent, wholeText } from '../figures.ts'
import { proof } from './income-page.ts'
import { paragraph, section } from './page-frame.ts'
import { wordsOf } from '../words.ts'

type Body = z.infer<typeof BoardOutcomes>
type Plan = Body['plans'][number]
type Share = Plan['curve'][number]

const HORIZONS = [7, 30, 90, 180, 365]

/** Converts thousandths to hundredths. Only zero appears as zero. */
function inHundred(thousandths: number): string {
  const rounded = Math.round(thousandths / 10)
  return rounded === 0 && thousandths > 0 ? '<1' : String(rounded)
}

/** `9 (8–10)`, out of a hundred. */
function shareText(share: Share | undefined, language: Language): string {
  if (!share) return wordsOf(language).notKnown
  return `${inHundred(share.share)} (${inHundred(share.low)}–${inHundred(share.high)})`
}

/** How boards fared: counts, upper limits, estimates, then the proof. */
export function boardsPage(
  { body, day, sha256 }: { body: Body; day: string; sha256: string },
  language: Language,
): string {
  const own = wordsOf(language)
  const plans = body.plans.filter(({ boards }) => boards > 0)
  const count = (value: number) => wholeText(value, language)
  const boards = plans.reduce((sum, each) => sum + each.boards, 0)
  const complete = plans.reduce((sum, each) => sum + each.complete, 0)
  const first =
    boards === 0
      ? own.noBoards
      : fillText(own.boardsFirst, {
          complete: count(complete),
          boards: count(boards),
          share: percent(complete, boards, language),
        })
  const counts = plans.map((each) => [
    each.plan,
    count(each.boards),
    `${count(each.complete)} (${percent(each.complete, each.boards, language)})`,
    count(each.most_complete),
    count(each.more_places),
  ])
  const levels = plans.map((each) => [each.plan, ...each.by_level.map(count)])
  const curves = plans.map((each) => [
    each.plan,
    ...HORIZONS.map((_, at) => shareText(each.curve[at], language)),
    each.median_days === null ? own.notHalf : fillText(own.days, { count: each.median_days }),
  ])
  const quarters = plans.flatMap((plan) =>
    plan.quarters.map((each) => [
      `${plan.plan}, ${each.quarter}`,
      count(each.boards),
      count(each.complete),
      ...HORIZONS.map((_, at) => shareText(each.curve[at], language)),
    ]),
  )
  const after = HORIZONS.map((days) => fillText(own.days, { count: days }))
  const countsHead = [own.plan, own.boardCount, own.complete, own.mostComplete, own.morePlaces]
  const levelsHead = [
    own.plan,
    ...[0, 1, 2, 3, 4, 5, 6].map((taken) => fillText(own.positions, { count: taken })),
  ]
  return `<h1>${own.boardsTitle}</h1>${paragraph(first, 'first')}${paragraph(own.ceiling)}
${section(own.complete, countsHead, counts)}
${section(own.levels, levelsHead, levels)}
${section(`${own.curve} …`, [own.plan, ...after, own.medianDays], curves)}
${boards === 0 ? '' : paragraph(own.curveNote, 'soft')}
${section(own.quarters, [own.quarter, own.taken, own.complete, ...after], quarters)}
${proof(day, sha256, 'boards', language)}`
}
