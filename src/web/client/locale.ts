import { i18n } from '@lingui/core'
import { localeOf } from '../../contract/fields/languages.ts'

/** The language that is spoken, for `Intl`; English where none has been begun, as in tests. */
export const locale = (): string => localeOf(i18n.locale || 'en')
