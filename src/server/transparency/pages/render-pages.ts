import { fillText } from '../../../domain/texts.ts'
import { BoardOutcomes, day as daySchema, Income } from '../../../contract/subjects/transparency.ts'
import type { Context } from '../../context.ts'
import { escapeHtml } from '../../../contract/texts/escape-html.ts'
import { disclosureOf } from '../disclosure.ts'
import { readPart, readSheet } from '../sheet/read-sheets.ts'
import { readIncidents, withoutNames } from '../incidents/read-incidents.ts'
import { recentStatus } from '../status/read-status.ts'
import { boardsPage } from './boards-page.ts'
import type { Language } from '../../../contract/fields/languages.ts'
import { dayText, timeText } from '../figures.ts'
import { exactFigures, incomePage } from './income-page.ts'
import { paragraph } from './page-frame.ts'
import { statusPage } from './status-page.ts'
import { wordsOf } from '../words.ts'

export type Page = { title: string; html: string; status?: 404 }

export async function renderStatus({ read }: Context, language: Language): Promise<Page> {
  const incidents = (await readIncidents(read)).map(withoutNames)
  const html = statusPage(await recentStatus(read), incidents, language)
  return { title: wordsOf(language).statusTitle, html }
}

export const nothingYet = (language: Language, title: string): Page => ({
  title,
  html: `<h1>${title}</h1>${paragraph(wordsOf(language).nothingYet, 'first')}`,
})

export async function renderIncome({ read }: Context, language: Language): Promise<Page> {
  const title = wordsOf(language).earnedTitle
  const [part, boards] = [await readPart(read, 'income'), await readPart(read, 'boards')]
  if (!part) return nothingYet(language, title)
  const income = Income.parse(JSON.parse(part.body))
  const plans = boards ? BoardOutcomes.parse(JSON.parse(boards.body)).plans : []
  const { day, sha256 } = part
  const shown = {
    income,
    disclosure: disclosureOf(income, day),
    day,
    sha256,
    complete: new Map(plans.map(({ plan, complete }) => [plan, complete])),
  }
  return { title, html: incomePage(shown, language) }
}

export async function renderBoards({ read }: Context, language: Language): Promise<Page> {
  const title = wordsOf(language).boardsTitle
  const part = await readPart(read, 'boards')
  if (!part) return nothingYet(language, title)
  const body = BoardOutcomes.parse(JSON.parse(part.body))
  return { title, html: boardsPage({ ...part, body }, language) }
}

export async function renderDay(
  { read }: Context,
  asked: string,
  language: Language,
): Promise<Page> {
  const own = wordsOf(language)
  const day = daySchema.safeParse(asked).data
  const sheet = day === undefined ? undefined : await readSheet(read, day)
  if (!sheet || day === undefined) {
    return { title: own.noSheet, html: `<h1>${own.noSheet}</h1>`, status: 404 }
  }
  const title = fillText(own.dayTitle, { day: dayText(day, language) })
  const parts = await Promise.all(
    (['income', 'boards', 'solvency'] as const).map(async (name) => {
      const part = await readPart(read, name, day)
      if (!part) return ''
      const heading = name === 'solvency' ? own.solvency.link : own[name]
      return `<h2>${heading}</h2><p class="soft">${exactFigures(day, part.sha256, name)}</p>`
    }),
  )
  const text = JSON.stringify(JSON.parse(sheet.body), null, 2)
  return {
    title,
    html: `<h1>${title}</h1>${paragraph(own.dayFirst, 'first')}
<p><a href="/api/transparency/days/${day}/">JSON</a> ·
${own.sealed}: ${timeText(sheet.sealed_at, language)}<br>
${own.hash}: <code>${sheet.sha256}</code></p>
<pre class="wide" tabindex="0" role="region" aria-label="${own.sheetOf}"
style="padding:1rem"><code>${escapeHtml(text)}</code></pre>${parts.join('')}`,
  }
}
