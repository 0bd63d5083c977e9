/** The operator's decisions: approves most withdrawals, rejects some, and pays some by hand. */
import type { Random } from '../domain/random.ts'
import type { World } from './acts.ts'
import { list, text } from './http.ts'
import { callAsOperator, type Operator } from './operator.ts'
import { payOutside } from './pay-outside.ts'

/**
 * Decides the pending withdrawals, each with its own key. Pays some of them from another wallet.
 */
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
    const id = text(withdrawal, 'id')
    if (!rejects && random.chance(0.4) && !operator.outside.has(id)) {
      operator.outside.add(id)
      await payOutside(world, operator, id)
    }
  }
}
