import { i18n } from '@lingui/core'

/**
 * The language that is spoken, for `Intl`; English where none has been begun, as in tests. Spanish
 * is that of the Americas, where amounts look as they do in the fields and in wallets: `1,234.50`.
 */
export const locale = (): string => (i18n.locale === 'es' ? 'es-419' : i18n.locale || 'en')
