import type { z } from 'zod'
import { Income } from '../../contract/subjects/transparency.ts'
import type { Db } from '../../db/types.ts'
import { dayText, percent, usdText, wholeText, type Language } from './figures.ts'
import { readPart } from './sheet/read-sheets.ts'

export type IncomeBody = z.infer<typeof Income>

/** The sentence that goes with every text about rewards, in both languages. */
export type Disclosure = Readonly<Record<Language, string>>

const NONE: Disclosure = {
  en: 'We have no figures yet on what members really earned. We publish the first within a day.',
  es:
    'Aún no tenemos cifras de lo que los miembros ganaron en realidad. Publicaremos las primeras ' +
    'en un día.',
}

const FEW: Disclosure = {
  en:
    'Fewer than 20 people have paid for a place so far: too few to say what members really earn ' +
    'without showing what one person earned.',
  es:
    'Hasta ahora, menos de 20 personas pagaron por un lugar: muy pocas para decir cuánto ganan ' +
    'los miembros sin mostrar lo que ganó una sola persona.',
}

/** Where half of the members are, at best. The middle one of an even number is the lower one. */
function half(median: string, language: Language): string {
  const amount = usdText(median.replace('-', ''), language)
  if (Number(median) < 0) {
    return { en: `Half are down ${amount} or more.`, es: `La mitad perdió ${amount} o más.` }[
      language
    ]
  }
  if (Number(median) === 0) {
    return { en: 'Half are no better than even.', es: 'La mitad no ganó nada.' }[language]
  }
  return { en: `Half are up ${amount} at most.`, es: `La mitad ganó ${amount} como máximo.` }[
    language
  ]
}

function sentence({ all }: IncomeBody, day: string, language: Language): string {
  const { members, below, zero_rewards: nothing, details } = all
  if (details === null) return FEW[language]
  const many = (count: number) =>
    `${wholeText(count, language)} (${percent(count, members, language)})`
  const middle = half(details.result.p50, language)
  const paid = wholeText(members, language)
  const until = dayText(day, language)
  return {
    en:
      `Of ${paid} people who paid for a place, ${many(below)} have gotten back less than they ` +
      `paid, and ${many(nothing)} have received nothing. ${middle} As of ${until}.`,
    es:
      `De ${paid} personas que pagaron por un lugar, ${many(below)} recuperaron menos de lo que ` +
      `pagaron y ${many(nothing)} no recibieron nada. ${middle} Al ${until}.`,
  }[language]
}

/** The sentence about an income statement; without one, that there are no figures yet. */
export const disclosureOf = (income: IncomeBody | null, day: string): Disclosure =>
  income === null ? NONE : { en: sentence(income, day, 'en'), es: sentence(income, day, 'es') }

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
      .catch(() => kept ?? NONE)
      .finally(() => {
        readAt = performance.now()
        reading = null
      })
    kept = await reading
    return kept
  }
}
