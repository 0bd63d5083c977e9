import { readFileSync } from 'node:fs'
import PO from 'pofile'
import { languages, type Language } from '../../contract/fields/languages.ts'
import { translateTexts, type Texts } from '../../domain/texts.ts'

type Catalog = ReadonlyMap<string, string>

/** The translations of a catalog in GNU gettext's form, by their ids. */
export const parseCatalog = (source: string): Catalog =>
  new Map(
    PO.parse(source).items.flatMap(({ msgid, msgstr: [translation] }) =>
      translation ? [[msgid, translation]] : [],
    ),
  )

/** Computes a value once for each language. */
export function perLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const made = new Map<Language, T>()
  return (language) => {
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}

/**
 * The texts of a language by their ids. English ones are in the code, and during an update a newer
 * version may have stored a language that this one doesn't know.
 */
export const catalogOf = perLanguage((language): Catalog =>
  language === 'en' || !languages.includes(language)
    ? new Map()
    : parseCatalog(readFileSync(new URL(`../../web/i18n/${language}.po`, import.meta.url), 'utf8')),
)

/** Our texts in each language, with English where a translation is missing. */
export const inEachLanguage = <T extends Texts>(texts: T, name: string) =>
  perLanguage((language): T => translateTexts(texts, name, (id) => catalogOf(language).get(id)))
