import { escapeHtml } from '../../contract/texts/escape-html.ts'

// The few parts of Markdown that the reference uses: headings, lists, bold, code, and paragraphs.

/** One line of text, with code and bold. */
export const renderInline = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')

/** A text with blank lines between its blocks. */
export const renderText = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map(renderBlock)
    .join('')

function renderBlock(block: string): string {
  if (block.startsWith('## ')) return `<h2>${renderInline(block.slice(3))}</h2>`
  if (!block.startsWith('- ')) return `<p>${renderInline(block)}</p>`
  const items = block.slice(2).split(/\n- /)
  return `<ul>${items.map((item) => `<li>${renderInline(item)}</li>`).join('')}</ul>`
}
