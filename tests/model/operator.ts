/** The operator, as a client of the console's calls. */
import { until } from '../support/poll.ts'
import type { World } from './acts.ts'
import { callUntilKnown, tryOnce, type Answer, type Asked } from './http.ts'

export type Operator = {
  cookie: string
  decided: number
  /** The withdrawals that the operator pays from another wallet. */
  readonly outside: Set<string>
  readonly paidOutside: string[]
  tries: number
}

export const makeOperator = (): Operator => ({
  cookie: '',
  decided: 0,
  outside: new Set(),
  paidOutside: [],
  tries: 0,
})

async function signIn({ product }: World, operator: Operator): Promise<void> {
  const asked: Asked = {
    method: 'POST',
    path: 'operator/auth/login/',
    body: product.operator,
    headers: { origin: product.url },
  }
  const answer = await until(
    'the operator to sign in',
    async () => {
      const tried = await tryOnce(product.url, asked)
      return tried?.status === 200 && tried
    },
    { deadlineMs: 60_000 },
  )
  operator.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

export async function callAsOperator(
  world: World,
  operator: Operator,
  asked: Asked,
): Promise<Answer> {
  const { product, bugs } = world
  for (;;) {
    if (operator.cookie === '') await signIn(world, operator)
    const headers = { ...asked.headers, cookie: operator.cookie, origin: product.url }
    const answer = await callUntilKnown(product.url, { ...asked, headers }, bugs)
    if (answer.status !== 401) return answer
    operator.cookie = ''
  }
}
