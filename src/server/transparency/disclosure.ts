import type { z } from 'zod'
import { languages } from '../../contract/fields/languages.ts'
import { Income } from '../../contract/subjects/transparency.ts'
import type { Db } from '../../db/types.ts'
import { recordOf } from '../../domain/records.ts'
import { fillText } from '../../domain/texts.ts'
import type { Language } from '../../contract/fields/languages.ts'
import { dayText, percent, usdText, wholeText } from './figures.ts'
import { wordsOf } from './words.ts'
import { readPart } from './sheet/read-sheets.ts'

export type IncomeBody = z.infer<typeof Income>

/** The sentence that goes with every text about rewards, in each language. */
export type Disclosure = Readonly<Record<Language, string>>

/**
 * The most that half of the members have, as a sentence. For an even number, the median is the
 * lower of the two middle ones.
 */
function half(median: string, language: Language): string {
  const own = wordsOf(language).disclosure
  if (Number(median) === 0) return own.even
  const amount = usdText(median.replace('-', ''), language)
  return fillText(Number(median) < 0 ? own.down : own.up, { amount })
}

function sentence({ all }: IncomeBody, day: string, language: Language): string {
  const own = wordsOf(language).disclosure
  const { members, below, zero_rewards: nothing, details } = all
  if (details === null) return own.few
  const many = (count: number) =>
    `${wholeText(count, language)} (${percent(count, members, language)})`
  return fillText(own.all, {
    paid: wholeText(members, language),
    below: many(below),
    nothing: many(nothing),
    half: half(details.result.p50, language),
    day: dayText(day, language),
  })
}

/** The sentence about an income statement; without one, that there are no figures yet. */
export const disclosureOf = (income: IncomeBody | null, day: string): Disclosure =>
  recordOf(languages, (language) =>
    income === null ? wordsOf(language).disclosure.none : sentence(income, day, language),
  )

/** A sentence that says where the figures are, for pages that we serve without reading them. */
export const publishedDaily = (): Disclosure =>
  recordOf(languages, (language) => wordsOf(language).disclosure.published)

/** The sentence of the newest sheet. */
async function readDisclosure(db: Db): Promise<Disclosure> {
  const part = await readPart(db, 'income')
  return disclosureOf(part ? Income.parse(JSON.parse(part.body)) : null, part?.day ?? '')
}

const KEPT_MS = 60_000

/**
 * The newest sentence, read once a minute at most. Keeps the last one while the database is away,
 * because pages have to be served then, too.
 */
export function keepDisclosure(db: Db): () => Promise<Disclosure> {
  let kept: Disclosure | null = null
  let readAt = -Infinity
  let reading: Promise<Disclosure> | null = null
  return async () => {
    if (kept && performance.now() - readAt < KEPT_MS) return kept
    reading ??= readDisclosure(db)
      .catch(() => kept ?? disclosureOf(null, ''))
      .finally(() => {
        readAt = performance.now()
        reading = null
      })
    kept = await reading
    return kept
  }
}
