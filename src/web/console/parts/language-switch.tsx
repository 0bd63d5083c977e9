import { t } from '@lingui/core/macro'
import { noAnswerText } from '../../client/api-error.ts'
import { keepLanguage } from '../../i18n/language.ts'
import { LanguageSelect } from '../../i18n/language-select.tsx'
import type { Language } from '../../i18n/languages.ts'
import { toastError } from '../../ui/toast/toast.ts'
import { reloadIfReachable } from '../session/reload.ts'

async function choose(language: Language): Promise<void> {
  const reloads = await reloadIfReachable(() => keepLanguage(language))
  if (!reloads) toastError(t`Language not changed`, noAnswerText())
}

/** Chooses the console's language. The page reloads, because constants contain texts too. */
export const LanguageSwitch = ({ className = '' }: { className?: string }) => (
  <LanguageSelect className={`text-sm ${className}`} onChoose={(next) => void choose(next)} />
)
