'use no memo'

import type { Language } from '../i18n/languages.ts'
import { LanguageSelect } from '../i18n/language-select.tsx'
import { changeLanguage } from '../session/change-language.ts'

type LanguageChoiceProps = {
  /** What is chosen now; the page's language unless given. */
  value?: Language
  className?: string
}

/** Changes the language of the page in place, and of the account. */
export const LanguageChoice = ({ className = 'mt-2 -ms-2', ...value }: LanguageChoiceProps) => (
  <LanguageSelect
    className={className}
    {...value}
    onChoose={(language) => void changeLanguage(language)}
  />
)
