import {
  directionOf,
  LANGUAGES,
  languages,
  type Language,
} from '../../contract/fields/languages.ts'
import { catalogOf } from './catalog.ts'

const textsOf = (language: Language): [id: string, text: string][] =>
  [...catalogOf(language)].filter(([id]) => /^(proof|verify|node)\./.test(id))

/**
 * The translations for the verifiers. The build inserts them into the verifiers, which are single
 * files.
 */
export const catalogs: Readonly<
  Record<string, { name: string; direction: 'ltr' | 'rtl'; texts: Record<string, string> }>
> = Object.fromEntries(
  languages
    .filter((language) => language !== 'en')
    .map((language) => [
      language,
      {
        name: LANGUAGES[language].name,
        direction: directionOf(language),
        texts: Object.fromEntries(textsOf(language)),
      },
    ]),
)
