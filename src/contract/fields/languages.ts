/** The languages that the product is complete in. docs/languages.md says how to add one. */
export const languages = ['en', 'es'] as const

export type Language = (typeof languages)[number]

const regions: Partial<Record<string, string>> = {
  // As in the Americas, where amounts look as they do in wallets: `1,234.50`.
  es: 'es-419',
}

/** A language for `Intl`. */
export const localeOf = (language: string): string => regions[language] ?? language

/** Languages that are written from right to left. */
export const RIGHT_TO_LEFT = /^(ar|fa|he|ur)$/

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr'
