import { localeOf, type Language } from '../../contract/fields/languages.ts'
import { fill, type ParamsOf, type WireText } from '../../contract/texts/text.ts'
import { formatUnits, formatUsd, type Coin } from '../../domain/money/money.ts'
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

/** Groups the digits of decimal texts. Creating a format costs more than using it. */
function digitGrouping(locale: string): (decimal: string) => string {
  const formats = new Map<number, Intl.NumberFormat>()
  const create = (digits: number): Intl.NumberFormat => {
    const fractions = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    const format = new Intl.NumberFormat(locale, fractions)
    formats.set(digits, format)
    return format
  }
  return (decimal) => {
    const digits = decimal.split('.')[1]?.length ?? 0
    // As text, because a Number could lose the last digits.
    return (formats.get(digits) ?? create(digits)).format(decimal as `${number}`)
  }
}

function createWriter(language: Language): Writer {
  const locale = localeOf(language)
  const texts = textsOf(language)
  const rules = new Intl.PluralRules(locale)
  const group = digitGrouping(locale)
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
    usd: (amountMicros) => `$${group(formatUsd(amountMicros))}`,
    coin: (coin, amountUnits) =>
      `${group(formatUnits(amountUnits, coin === 'USDT' ? 2 : 0))} ${coin}`,
    time: (at) => `${times.format(new Date(at))} UTC`,
    line: ({ description, text: { code, params } }) => {
      const template = catalogOf(language).get(`server.${code}`)
      return template === undefined ? description : fill(template, params)
    },
  }
}

/** Creates the writer for a language. */
export const writerOf = perLanguage(createWriter)
