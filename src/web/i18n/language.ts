import { useSyncExternalStore } from 'react'
import { i18n } from '@lingui/core'
import './english.ts'

/** The languages that are complete, each in its own words. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const
export type Language = keyof typeof LANGUAGES

const KEY = 'language'

/**
 * Runs before the first paint, inline in every page: what the address asks for (`?lang=es`), else
 * what was chosen before, else the browser's own. Another language than that of the written page
 * keeps the page hidden until its words are there, so that none is seen to change.
 */
export const LANGUAGE_SCRIPT = `(function(){var known=['en','es'],l,q;
try{q=new URLSearchParams(location.search).get('lang');
if(known.includes(q))localStorage.setItem('${KEY}',q);l=localStorage.getItem('${KEY}')}catch(e){}
l=[q,l].concat(navigator.languages.map(function(n){return n.split('-')[0]}))
.find(function(n){return known.includes(n)})||'en';
document.documentElement.lang=l;
if(l!=='en')document.documentElement.classList.add('translating')})()`

export const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name)
const readLanguage = (): Language => (isLanguage(i18n.locale) ? i18n.locale : 'en')

async function speak(language: Language): Promise<void> {
  if (language !== 'en') {
    const { messages } = await import('./es.po')
    i18n.load(language, messages)
  }
  i18n.activate(language)
  document.documentElement.lang = language
}

/** Goes over to the language that the page's first script has found; English if it fails. */
export async function startLanguage(): Promise<void> {
  const wanted = document.documentElement.lang
  try {
    if (isLanguage(wanted) && wanted !== readLanguage()) await speak(wanted)
  } catch {
    document.documentElement.lang = readLanguage()
  } finally {
    document.documentElement.classList.remove('translating')
  }
}

/** Changes the language of everything, now and for later visits. */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language)
  const address = new URL(window.location.href)
  address.searchParams.delete('lang')
  window.history.replaceState(window.history.state, '', address)
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // A closed storage costs the memory of the choice, not the choice.
  }
}

/** The language that is spoken; pages written at build time begin in English. */
export function useLanguage(): Language {
  return useSyncExternalStore(
    (listener) => i18n.on('change', listener),
    readLanguage,
    () => 'en' as const,
  )
}
