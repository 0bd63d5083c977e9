import { Solvency } from '../../../contract/subjects/reserves.ts'
import type { Context } from '../../context.ts'
import type { Language } from '../../../contract/fields/languages.ts'
import { readAnchors } from '../anchor/anchor-day.ts'
import { readSample } from '../reserves/draw-sample.ts'
import { readPart } from '../sheet/read-sheets.ts'
import { nothingYet, type Page } from './render-pages.ts'
import { solvencyPage } from './solvency-page.ts'
import { wordsOf } from '../words.ts'

export async function renderSolvency({ read, config }: Context, language: Language): Promise<Page> {
  const { title } = wordsOf(language).solvency
  const part = await readPart(read, 'solvency')
  if (!part) return nothingYet(language, title)
  const body = Solvency.parse(JSON.parse(part.body))
  const sample = config.reserveSample === 'public' ? await readSample(read, part.day) : undefined
  const [anchor] = (await readAnchors(read)).filter(({ state }) => state === 'confirmed')
  const shown = { ...part, body, hasSample: sample !== undefined, anchor: anchor ?? null }
  return { title, html: solvencyPage(shown, language) }
}
