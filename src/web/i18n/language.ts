import { useSyncExternalStore } from 'react'
import { i18n } from '@lingui/core'
import type { Messages } from '@lingui/core'
import { directionOf, localeOf } from '../../contract/fields/languages.ts'
import './english.ts'
import { LANGUAGE_KEY, LANGUAGES, type Language } from './languages.ts'

// English is in the code.
const catalogs = import.meta.glob<{ messages: Messages }>(['./*.po', '!./en.po'])

export const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name)
/** The current language of the pages. */
export const readLanguage = (): Language => (isLanguage(i18n.locale) ? i18n.locale : 'en')

async function speak(language: Language, beforeChange?: () => void): Promise<void> {
  const load = catalogs[`./${language}.po`]
  if (load) i18n.load(language, (await load()).messages)
  beforeChange?.()
  // Counts within a text look like all other numbers.
  i18n.activate(language, localeOf(language))
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

/**
 * Switches to the language that the page's first script found; English if that fails.
 * @param beforeChange as for `chooseLanguage`
 */
export async function startLanguage(beforeChange?: () => void): Promise<void> {
  const wanted = document.documentElement.lang
  try {
    if (isLanguage(wanted) && wanted !== readLanguage()) await speak(wanted, beforeChange)
  } catch {
    document.documentElement.lang = readLanguage()
  } finally {
    document.documentElement.classList.remove('translating')
  }
}

/**
 * Changes the language of everything, now and for later visits.
 * @param beforeChange runs once the new texts are loaded, right before the page is rendered again
 */
export async function chooseLanguage(language: Language, beforeChange: () => void): Promise<void> {
  await speak(language, beforeChange)
  keepLanguage(language)
}

/** Stores a choice for the next page load. */
export function keepLanguage(language: Language): void {
  const address = new URL(window.location.href)
  address.searchParams.delete('lang')
  window.history.replaceState(window.history.state, '', address)
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Without storage, we forget the choice but still apply it.
  }
}

/** Calls back when another tab changes the language. */
export const watchLanguage = (onChange: (language: string | null) => void): void =>
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === LANGUAGE_KEY) onChange(newValue)
  })

/** The current language. Prerendered pages begin in English. */
export function useLanguage(): Language {
  return useSyncExternalStore(
    (listener) => i18n.on('change', listener),
    readLanguage,
    () => 'en' as const,
  )
}
