import type { Product } from '../support/product.ts'

/** Approves a withdrawal the way an operator does: sign in, then decide. */
export async function approveWithdrawal(product: Product, id: string): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: product.url }
  const login = await fetch(`${product.url}/api/operator/auth/login/`, {
    method: 'POST',
    headers,
    body: JSON.stringify(product.operator),
  })
  if (!login.ok) throw new Error(`operator not signed in: ${await login.text()}`)
  const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0])
  const approved = await fetch(`${product.url}/api/operator/withdrawals/${id}/approve/`, {
    method: 'POST',
    headers: { ...headers, cookie: cookie.join('; ') },
    body: '{}',
  })
  if (!approved.ok) throw new Error(`not approved: ${await approved.text()}`)
}
