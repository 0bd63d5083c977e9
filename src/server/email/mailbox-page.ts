import { escapeHtml } from '../../contract/texts/escape-html.ts'
import type { ReceivedEmail } from './mailbox.ts'

// Pages for development, without scripts.

const STYLE = `body{font:15px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:start;padding:.4rem .6rem .4rem 0;
border-bottom:1px solid #ccc;vertical-align:top}time{white-space:nowrap}input,button{font:inherit;
padding:.3rem .6rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}iframe{width:100%;height:32rem;
border:1px solid #ccc}:root{color-scheme:light dark}@media (max-width:40rem){thead{display:none}
tr,td{display:block}td{border:0;padding:0;overflow-wrap:anywhere}tr{padding:.6rem 0;
border-bottom:1px solid #ccc}input{max-width:12rem}}`

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style>${body}</html>`

const hrefOf = (path: string, id: string) => `/dev/mailbox/${path}?id=${encodeURIComponent(id)}`

/** To the second, in UTC as in the logs. */
const timeText = (date: string): string => date.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')

const MAX_SHOWN = 100

/** The newest emails, or those to addresses that contain a text. */
export function mailboxPage(messages: readonly ReceivedEmail[], to: string): string {
  const wanted = messages.filter((email) => email.to.toLowerCase().includes(to.toLowerCase()))
  const rows = wanted.slice(0, MAX_SHOWN).map(
    ({ id, to: address, subject, date }) =>
      `<tr><td><time>${escapeHtml(timeText(date))}</time></td><td>${escapeHtml(address)}</td>
<td><a href="${escapeHtml(hrefOf('message', id))}">${escapeHtml(subject)}</a></td></tr>`,
  )
  const shown = `${rows.length} of ${messages.length} emails, newest first.`
  return page(
    'Mailbox',
    `<h1>Mailbox</h1><p>What the product emailed in development. ${shown}</p>
<form><label>To <input name="to" value="${escapeHtml(to)}"></label> <button>Filter</button></form>
<table><thead><tr><th>Sent</th><th>To</th><th>Subject</th></tr></thead>
<tbody>${rows.join('')}</tbody></table>`,
  )
}

/** One email: its rendered page, and its text with clickable links. */
export function messagePage({ id, from, to, subject, date, text }: ReceivedEmail): string {
  return page(
    escapeHtml(subject),
    `<p><a href="/dev/mailbox">All emails</a></p><h1>${escapeHtml(subject)}</h1>
<p>${escapeHtml(timeText(date))} from ${escapeHtml(from)} to ${escapeHtml(to)}</p>
<pre>${linkify(escapeHtml(text))}</pre>
<h2>As HTML</h2><iframe title="The email as HTML" sandbox src="${escapeHtml(hrefOf('html', id))}">
</iframe>`,
  )
}

// The text is already escaped, so a match can't contain a quote or an angle bracket.
const linkify = (escaped: string): string =>
  escaped.replace(/https?:\/\/[^\s<>"&]+/g, (url) => `<a href="${url}">${url}</a>`)
