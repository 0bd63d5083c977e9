import type { Context } from '../context.ts'
import { refuse } from '../http/refusal.ts'
import { readGoLive } from './items.ts'
import { hasRealMoney } from './real-money.ts'

/** Refuses while deposits of real money are closed: until the go-live list is complete. */
export async function requireOpenDeposits({ db, config }: Context): Promise<void> {
  if (!hasRealMoney(config)) return
  const { deposits_open: open } = await readGoLive(db, config)
  if (!open) throw refuse('deposits_closed')
}
