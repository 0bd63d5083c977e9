/** How requests reach several processes. */
import { hasBalancer, startBalancer } from './balancer.ts'
import type { RoleProcess } from './fleet.ts'

export type Port = { readonly port: number }

export type Way = {
  readonly name: string
  readonly isJudged: boolean
  /** The ports to call, and what ends the way there. */
  readonly open: (
    processes: readonly RoleProcess[],
  ) => Promise<{ ports: Port[]; end: () => Promise<void> }>
}

export const inTurns: Way = {
  name: 'in turns',
  isJudged: false,
  open: async (processes) => ({ ports: [...processes], end: async () => {} }),
}

/** As in a cluster. */
const behindHaproxy: Way = {
  name: 'behind HAProxy',
  isJudged: true,
  async open(processes) {
    const balancer = await startBalancer(processes)
    return { ports: [balancer], end: balancer.close }
  },
}

export function openWays(): readonly Way[] {
  if (hasBalancer()) return [behindHaproxy, inTurns]
  console.log("  behind HAProxy: not run (it isn't installed)")
  return [inTurns]
}
