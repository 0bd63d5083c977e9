import { nowMs } from '../../../clock/clock.ts'
import type { z } from 'zod'
import type { Incident } from '../../../contract/subjects/incidents.ts'
import { DAY_MS } from '../../../domain/time/time.ts'
import { escapeHtml } from '../../../contract/texts/escape-html.ts'
import type { Language } from '../../../contract/fields/languages.ts'
import { timeText } from '../figures.ts'
import { wordsOf } from '../words.ts'

type Shown = z.infer<typeof Incident>

const SHOWN_MS = 30 * DAY_MS

const isRecent = ({ resolved_at: at }: Shown): boolean =>
  at === null || nowMs() - Date.parse(at) < SHOWN_MS

/** Staff write English and Spanish. */
const inLanguage = (english: string, spanish: string, language: Language): string =>
  escapeHtml(language === 'es' ? spanish : english)

function article(incident: Shown, language: Language): string {
  const own = wordsOf(language)
  const { title_en: english, title_es: spanish } = incident
  const updates = incident.updates.toReversed().map((update) => {
    const at = timeText(new Date(update.posted_at), language)
    return `<li><strong>${own.incidentStates[update.state]}</strong>
<time class="soft" datetime="${update.posted_at}">${at}</time><br>
${inLanguage(update.text_en, update.text_es, language).replaceAll('\n', '<br>')}</li>`
  })
  return `<article id="incident-${incident.id}"><h3>${inLanguage(english, spanish, language)}</h3>
<p class="soft">${own.incidentImpacts[incident.impact]}</p><ul>${updates.join('')}</ul></article>`
}

/** Open incidents, and those of the last 30 days. */
export function incidentParts(
  incidents: readonly Shown[],
  language: Language,
): { now: string; before: string } {
  const own = wordsOf(language)
  const [open, over] = [
    incidents.filter(({ resolved_at: at }) => at === null),
    incidents.filter((each) => each.resolved_at !== null && isRecent(each)),
  ].map((list) => list.map((each) => article(each, language)).join(''))
  return {
    now: open === '' ? '' : `<h2>${own.incidentsNow}</h2>${open}`,
    before: `<h2>${own.incidentsBefore}</h2>${over === '' ? `<p>${own.noIncidents}</p>` : over}`,
  }
}
