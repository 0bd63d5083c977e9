/** The operator: approves most withdrawals, rejects some, and looks at everything. */
import type { Random } from '../domain/random.ts'
import { until } from '../support/poll.ts'
import type { World } from './acts.ts'
import { callUntilKnown, list, text, tryOnce, type Answer, type Asked } from './http.ts'

export type Operator = { cookie: string; decided: number }

export const makeOperator = (): Operator => ({ cookie: '', decided: 0 })

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

/** Decides on the withdrawals that wait, each with a key of its own. */
export async function decideAll(world: World, operator: Operator, random: Random): Promise<void> {
  const path = 'operator/withdrawals/?status=pending&page_size=20'
  const { body } = await callAsOperator(world, operator, { method: 'GET', path })
  const waiting = list(body, 'results').filter(({ stage }) => stage === 'pending')
  for (const withdrawal of waiting) {
    const rejects = random.chance(0.2)
    const key = `decision-${text(withdrawal, 'id')}-${text(withdrawal, 'revision')}`
    await callAsOperator(world, operator, {
      method: 'POST',
      path: `operator/withdrawals/${text(withdrawal, 'id')}/${rejects ? 'reject' : 'approve'}/`,
      body: rejects ? { reason: 'not this time' } : { revision: withdrawal['revision'] },
      headers: { 'idempotency-key': key },
    })
    operator.decided++
  }
}
