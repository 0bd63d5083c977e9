import { escapeHtml } from '../../../contract/texts/escape-html.ts'

/** The looks of tables: on a phone, a wide one becomes a list of cards. */
export const TABLE_STYLE = `
@media (width < 36rem) {
.cards table, .cards caption, .cards tbody, .cards tr, .cards th { display: block }
.cards thead { position: absolute; clip-path: inset(50%) }
.cards tr { padding: .5rem .75rem; border-top: 1px solid var(--line) }
.cards thead + tbody tr:first-child { border-top: 0 }
.cards caption { border-bottom: 1px solid var(--line) }
.cards tbody th, .cards td { border: 0; padding: .125rem 0; overflow-wrap: anywhere }
.cards tbody th { font-weight: 600 }
.cards td { display: flex; justify-content: space-between; gap: 1rem }
.cards td::before { content: attr(data-label); content: attr(data-label) / ''; color: var(--soft);
  text-align: start; flex: 1 1 50% }
.cards td > * { min-width: 0 } }`

type Cell = string | number

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/**
 * A cell's text. A hash breaks anywhere, so nobody has to scroll to compare it. A minus sign stays
 * with its amount.
 */
function cellText(cell: Cell): string {
  const text = escapeHtml(String(cell))
  if (isHash(text)) return `<code>${text}</code>`
  return `<span${text.startsWith('−') ? ' class="whole"' : ''}>${text}</span>`
}

/** A phone's table has room for about this many letters, less two for each column's space. */
const ROOM = 38
const HASH = 12

const longestWord = (text: string): number =>
  Math.max(...text.split(/\s/).map((word) => word.length))

/** Whether a phone can't show the columns next to each other without breaking their figures. */
function isTooWide(head: readonly string[], rows: readonly Cell[][]): boolean {
  const needed = head.map((name, at) => {
    const cells = rows.map((row) => String(row[at] ?? ''))
    if (cells.some(isHash)) return HASH
    const longest = Math.max(longestWord(name), ...cells.map(({ length }) => length))
    // Names may have two lines.
    return at > 0 ? longest : Math.max(longestWord(name), ...cells.map(longestWord), longest / 2)
  })
  return needed.reduce((sum, letters) => sum + letters + 2, 0) > ROOM
}

/** Browsers drop a table's roles when its looks aren't a table's, so cards name theirs. */
const role = (isCards: boolean, name: string): string => (isCards ? ` role="${name}"` : '')

/** A table, which is cards on a phone if it is wide. Cells are plain text. */
export function table(caption: string, head: readonly string[], rows: readonly Cell[][]): string {
  const cards = isTooWide(head, rows)
  const lines = rows.map(([first = '', ...cells]) => {
    const rest = cells.map((cell, at) => {
      const label = cards ? ` data-label="${escapeHtml(head[at + 1] ?? '')}"` : ''
      return `<td${role(cards, 'cell')}${label}>${cellText(cell)}</td>`
    })
    const name = `<th scope="row"${role(cards, 'rowheader')}>${escapeHtml(String(first))}</th>`
    return `<tr${role(cards, 'row')}>${name}${rest.join('')}</tr>`
  })
  const names = head.map(
    (name) => `<th scope="col"${role(cards, 'columnheader')}>${escapeHtml(name)}</th>`,
  )
  const label = escapeHtml(caption)
  const group = role(cards, 'rowgroup')
  const look = cards ? 'wide cards' : 'wide'
  return `<div class="${look}" tabindex="0" role="region" aria-label="${label}">
<table${role(cards, 'table')}${cards ? ` aria-label="${label}"` : ''}>
<caption>${label}</caption><thead${group}><tr${role(cards, 'row')}>${names.join('')}</tr></thead>
<tbody${group}>${lines.join('')}</tbody></table></div>`
}
