'use no memo'

import { t } from '@lingui/core/macro'
import { entriesOf } from '../../domain/records.ts'
import { isLanguage, useLanguage } from './language.ts'
import { LANGUAGES, type Language } from './languages.ts'

const NAMES = entriesOf(LANGUAGES)

type LanguageSelectProps = {
  className: string
  onChoose: (language: Language) => void
}

/** The languages, each by its own name, so that its speakers recognize it. */
export function LanguageSelect({ className, onChoose }: LanguageSelectProps) {
  const spoken = useLanguage()
  return (
    <select
      aria-label={t`Language`}
      value={spoken}
      // On Back, some browsers would restore an outdated choice.
      autoComplete="off"
      onChange={({ target }) => isLanguage(target.value) && onChoose(target.value)}
      className={
        'min-h-11 rounded-md bg-transparent px-1 text-soft hover:text-ink ' +
        `[&>option]:bg-sheet [&>option]:text-ink ${className}`
      }
    >
      {NAMES.map(([code, { name }]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  )
}
