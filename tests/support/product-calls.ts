import { fetchAnswer } from './answer.ts'
import { operatorHeaders } from './operator-session.ts'
import type { Product } from './product.ts'
import { clientOf, signUp } from './sign-up.ts'

// Calls of a product that runs in its own process.

export type Headers = Record<string, string>

export const callProduct = <const M extends string, const U extends string>(
  product: Product,
  method: M,
  path: U,
  body?: unknown,
  headers: Headers = {},
) => fetchAnswer(product.url, method, `/api/${path}`, { body, headers })

/** Registers a member. Returns the headers of their calls. */
export async function signUpMember(product: Product, username: string): Promise<Headers> {
  const { access } = await signUp(clientOf(product), { username })
  return { authorization: `Bearer ${access}` }
}

/** Signs in the product's first operator. Returns the headers of their calls. */
export async function signInOperator(product: Product): Promise<Headers> {
  const origin = product.url
  const path = 'operator/auth/login/'
  return operatorHeaders(
    await callProduct(product, 'POST', path, product.operator, { origin }),
    origin,
  )
}
