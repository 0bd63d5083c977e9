import type { Address } from '../encoding/address.ts'
import { asJson, asText, isJson, type Json } from '../encoding/json.ts'
import type { NodeClient } from '../node/node-client.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'

const PAGE_ROWS = 200

/** A list of an account, by its address below `/v1/accounts/`. */
export type AccountList = 'transactions' | 'transactions/trc20'

/**
 * The rows of an account's list, page by page, oldest first. The last result is a trouble if the
 * list has more than `maxPages` or can't be read whole.
 */
export async function* readRows(
  client: NodeClient,
  address: Address,
  list: AccountList,
  query: Record<string, string>,
  maxPages: number,
): AsyncGenerator<Result<Json[]>, void, void> {
  let fingerprint = ''
  for (let page = 0; page < maxPages; page += 1) {
    // Build every page's URL ourselves: `links.next` in the answer can't be trusted.
    const answer = await client.get(`/v1/accounts/${address}/${list}`, {
      ...query,
      limit: String(PAGE_ROWS),
      order_by: 'block_timestamp,asc',
      ...(fingerprint === '' ? {} : { fingerprint }),
    })
    if (!answer.ok) return yield answer
    const { data, meta } = asJson(answer.value)
    // An answer without rows isn't an empty list.
    if (!Array.isArray(data) || !data.every(isJson)) {
      return yield troubled('malformed', `${list} without rows`)
    }
    yield fine(data)
    const next = asText(asJson(meta).fingerprint)
    if (next === '') return
    // A page that points to itself would hide everything after it.
    if (next === fingerprint) return yield troubled('malformed', 'a page that leads to itself')
    fingerprint = next
  }
  yield troubled('too_large', `more than ${maxPages} pages`)
}
