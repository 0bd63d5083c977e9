import type { Product } from '../../support/product.ts'

export type Method = 'GET' | 'POST' | 'PATCH'
export type Ask = (method: Method, path: string, body?: unknown) => Promise<unknown>

/** One request with JSON. It has to succeed. */
export async function request(
  url: string,
  method: Method,
  headers: Record<string, string>,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return await response.json()
}

/** Calls the API as a visitor. */
export const asVisitor = (product: Product, ...[method, path, body]: Parameters<Ask>) =>
  request(product.url + path, method, {}, body)

/** Calls the API as a member. */
export const asMember = (
  product: Product,
  { access }: { access: string },
  ...[method, path, body]: Parameters<Ask>
): Promise<unknown> =>
  request(product.url + path, method, { authorization: `Bearer ${access}` }, body)
