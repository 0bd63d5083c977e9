import type { Address } from '../../tron/encoding/address.ts'

/** A piece of a page whose texts are already escaped. */
export type Html = { readonly html: string }

const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

type Part = string | number | bigint | Html | readonly Html[]

function write(part: Part): string {
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(write).join('')
  return escape(String(part))
}

/** Markup with values in it. Texts are escaped; only markup made by `html` itself is kept. */
export const html = (pieces: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: String.raw({ raw: pieces }, ...parts.map(write)),
})

const STYLE = `body{font:15px/1.5 system-ui;margin:1.5rem auto;max-width:64rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem .8rem .4rem 0;
border-bottom:1px solid #8884;vertical-align:top;overflow-wrap:anywhere}th{white-space:nowrap}
input,select,button{font:inherit;padding:.3rem .6rem;max-width:100%;box-sizing:border-box}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:.75rem 0}
label{display:grid;font-size:.875rem}nav{display:flex;flex-wrap:wrap;gap:1rem;align-items:end}
.wide{width:24rem}div{overflow-x:auto}:root{color-scheme:light dark}`

/** A complete page without scripts. With `seconds`, it reloads itself that often. */
export function page(title: string, body: Html, seconds?: number): string {
  const refresh = seconds ? html`<meta http-equiv="refresh" content="${seconds}" />` : html``
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title} · Test network</title>
      ${refresh}
      <style>
        ${{ html: STYLE }}
      </style>
      <nav>
        <a href="/">Test network</a>
        <form action="/search">
          <label>
            Transaction, address, or block
            <input name="for" class="wide" required />
          </label>
          <button>Search</button>
        </form>
      </nav>
      <h1>${title}</h1>
      ${body}
    </html>`.html
}

export const addressLink = (address: Address): Html =>
  html`<a href="/address/${address}">${address}</a>`

export const transactionLink = (txid: string): Html => html`<a href="/tx/${txid}">${txid}</a>`

export const blockLink = (number: number): Html => html`<a href="/block/${number}">${number}</a>`

type Row = readonly [name: string, value: Html | string | number]

/** Facts, one per line. */
export const facts = (rows: readonly Row[]): Html =>
  html`<div>
    <table>
      ${rows.map(
        ([name, value]) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${value}</td>
          </tr>`,
      )}
    </table>
  </div>`

/** A table with column heads. */
export const list = (heads: readonly string[], rows: readonly (readonly Html[])[]): Html =>
  html`<div>
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
