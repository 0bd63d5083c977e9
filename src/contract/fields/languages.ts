import { keysOf } from '../../domain/records.ts'

/**
 * The languages of the product, each in its own name. `npm run add-language` adds one, and
 * src/web/i18n/<code>.po has its texts. Missing translations are shown in English.
 */
export const LANGUAGES = {
  en: { name: 'English' },
  // The American variant, where amounts look the same as in wallets: `1,234.50`.
  es: { name: 'Español', locale: 'es-419' },
} as const

export type Language = keyof typeof LANGUAGES

export const languages = keysOf(LANGUAGES)

const locales: Readonly<Record<string, { name: string; locale?: string } | undefined>> = LANGUAGES

/** A language for `Intl`. */
export const localeOf = (language: string): string => locales[language]?.locale ?? language

/** A language in its own name. One that only a newer server has is its code. */
export const languageName = (language: string): string => locales[language]?.name ?? language

/** Languages written from right to left. */
export const RIGHT_TO_LEFT = /^(ar|fa|he|ur)$/

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr'
