import { keepLanguage } from '../../i18n/language.ts'
import { LanguageSelect } from '../../i18n/language-select.tsx'
import type { Language } from '../../i18n/languages.ts'

const choose = (language: Language): void => {
  keepLanguage(language)
  window.location.reload()
}

/** Chooses the console's language. The page reloads, because constants contain texts too. */
export const LanguageSwitch = ({ className = '' }: { className?: string }) => (
  <LanguageSelect className={`text-sm ${className}`} onChoose={choose} />
)
