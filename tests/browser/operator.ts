import type { Product } from '../support/product.ts'

/** Approves a member's withdrawal the way an operator does: sign in, look it up, decide. */
export async function approveWithdrawal(product: Product, username: string): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: product.url }
  const login = await fetch(`${product.url}/api/operator/auth/login/`, {
    method: 'POST',
    headers,
    body: JSON.stringify(product.operator),
  })
  if (!login.ok) throw new Error(`operator not signed in: ${await login.text()}`)
  const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0])
  const url = `${product.url}/api/operator/withdrawals/`
  const asOperator = { ...headers, cookie: cookie.join('; ') }
  const { results } = await (await fetch(url, { headers: asOperator })).json()
  const one = results.find((each: { username: string }) => each.username === username)
  const approved = await fetch(`${url}${one.id}/approve/`, {
    method: 'POST',
    headers: asOperator,
    body: '{}',
  })
  if (!approved.ok) throw new Error(`not approved: ${await approved.text()}`)
}
