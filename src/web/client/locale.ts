import { i18n } from '@lingui/core'
import { localeOf } from '../../contract/fields/languages.ts'

/** The current language, for `Intl`; English before one is loaded, as in tests. */
export const locale = (): string => localeOf(i18n.locale || 'en')
