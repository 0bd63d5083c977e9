'use no memo'

import type { Language } from '../i18n/languages.ts'
import { LanguageSelect } from '../i18n/language-select.tsx'

/** Few visitors change it, so its parts load when one does. */
async function changeTo(language: Language): Promise<void> {
  const { changeLanguage } = await import('../session/change-language.ts')
  await changeLanguage(language)
}

/** Changes the language of the page in place, and of the account. */
export const LanguageChoice = ({ className = 'mt-2 -ms-2' }) => (
  <LanguageSelect className={className} onChoose={(language) => void changeTo(language)} />
)
