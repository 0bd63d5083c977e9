'use no memo'

import { t } from '@lingui/core/macro'
import { chooseLanguage, isLanguage, LANGUAGES, useLanguage } from '../i18n/language.ts'
import { entriesOf } from '../../domain/records.ts'

const NAMES = entriesOf(LANGUAGES)

/** The languages, each by its own name, so that its speakers recognize it. */
export function LanguageChoice() {
  const language = useLanguage()
  return (
    <select
      aria-label={t`Language`}
      value={language}
      // Going back, some browsers would restore a choice that has changed since.
      autoComplete="off"
      onChange={({ target: { value } }) => void (isLanguage(value) && chooseLanguage(value))}
      className={
        'mt-2 -ml-2 min-h-11 rounded-md bg-transparent px-1 text-soft hover:text-ink ' +
        '[&>option]:bg-sheet [&>option]:text-ink'
      }
    >
      {NAMES.map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  )
}
