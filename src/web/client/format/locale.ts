import { i18n } from '@lingui/core'
import { localeOf } from '../../../contract/fields/languages.ts'

/** The current language, for `Intl`; English before one is loaded, as in tests. */
export const locale = (): string => localeOf(i18n.locale || 'en')

/** How both apps show a time. */
export const MINUTE = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
