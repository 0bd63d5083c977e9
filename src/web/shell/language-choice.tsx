'use no memo'

import { chooseLanguage } from '../i18n/language.ts'
import { LanguageSelect } from '../i18n/language-select.tsx'

/** Changes the language of the page in place. */
export const LanguageChoice = () => (
  <LanguageSelect className="mt-2 -ml-2" onChoose={(language) => void chooseLanguage(language)} />
)
