import { i18n } from '@lingui/core'

/** The language that is spoken, for `Intl`; English where none has been begun, as in tests. */
export const spokenLocale = (): string => i18n.locale || 'en'
