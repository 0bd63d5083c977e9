import { localeOf, type Language } from '../../contract/fields/languages.ts'
import { fill, type ParamsOf, type WireText } from '../../contract/texts/text.ts'
import { formatCrypto, formatUsd, type Coin } from '../../domain/money/money.ts'
import { rebrand } from '../brand/brand.ts'
import { catalogOf, inEachLanguage, perLanguage } from './catalog.ts'
import { english, type ServerText } from './english.ts'

/** The reader of a text: a member, or a visitor with the language of their page. */
export type Reader = { username: string; language: Language }

const textsOf = inEachLanguage(english, 'email')

/** Fills a text in a language. The types require exactly the values that it uses. */
type Say = <C extends ServerText>(code: C, ...params: ParamsOf<(typeof english)[C]>) => string

export type Writer = {
  language: Language
  say: Say
  /** `one` or `other`, to choose between two texts. */
  plural: (count: number) => 'one' | 'other'
  usd: (amountMicros: bigint) => string
  coin: (coin: Coin, amountUnits: bigint) => string
  /** A moment in UTC, with its zone. */
  time: (at: Date | string) => string
  /** A line of a statement. */
  line: (line: { description: string; text: WireText }) => string
}

function groupDigits(locale: string, decimal: string): string {
  const digits = decimal.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(decimal as `${number}`) // exact: a Number could lose the last digits
}

function createWriter(language: Language): Writer {
  const locale = localeOf(language)
  const texts = textsOf(language)
  const rules = new Intl.PluralRules(locale)
  const times = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  return {
    language,
    say: (code, ...[params]) => fill(rebrand(texts[code]), params ?? {}),
    plural: (count) => (rules.select(count) === 'one' ? 'one' : 'other'),
    usd: (amountMicros) => `$${groupDigits(locale, formatUsd(amountMicros))}`,
    coin: (coin, amountUnits) => `${groupDigits(locale, formatCrypto(coin, amountUnits))} ${coin}`,
    time: (at) => `${times.format(new Date(at))} UTC`,
    line: ({ description, text: { code, params } }) => {
      const template = catalogOf(language).get(`server.${code}`)
      return template === undefined ? description : fill(template, params)
    },
  }
}

/** Creates the writer for a language. */
export const writerOf = perLanguage(createWriter)
