import { z } from 'zod'
import { directionOf } from '../../contract/fields/languages.ts'
import { defaultLanguage } from '../brand/brand.ts'
import { catalogOf } from './catalog.ts'
import { writerOf } from './writer.ts'

const Manifest = z.looseObject({ shortcuts: z.array(z.looseObject({ name: z.string() })) })

/** The manifest of the installed app in the brand's language; other files stay as they are. */
export function inBrandLanguage(path: string, text: string): string {
  const language = defaultLanguage()
  if (path !== '/manifest.webmanifest' || language === 'en') return text
  const manifest = Manifest.parse(JSON.parse(text))
  const own = {
    lang: language,
    dir: directionOf(language),
    description: writerOf(language).say('app_description'),
    // Pages have the same texts.
    shortcuts: manifest.shortcuts.map((each) => ({
      ...each,
      name: catalogOf(language).get(each.name) ?? each.name,
    })),
  }
  return JSON.stringify({ ...manifest, ...own }, null, 2)
}
