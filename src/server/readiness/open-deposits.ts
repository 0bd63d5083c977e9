import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { readReadiness } from './read-readiness.ts'
import { hasRealMoney } from './real-money.ts'

/** Refuses while real-money deposits are closed: until the readiness checklist is complete. */
export async function requireOpenDeposits(context: Context): Promise<void> {
  if (!(await hasRealMoney(context))) return
  const { deposits_open: open } = await readReadiness(context)
  if (!open) throw reject('deposits_closed')
}
