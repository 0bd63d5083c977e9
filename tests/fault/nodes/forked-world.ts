import { cp, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startDevnet, type Devnet } from '../../../src/devnet/devnet.ts'
import { openWatcher } from '../../../src/server/deposit/chain-watcher.ts'
import { openPayouts } from '../../../src/server/payout/payout-worker.ts'
import { openTronNodes, type TronNodes } from '../../../src/tron/quorum/nodes.ts'
import { openMoneyWorld, SOLID_AFTER } from '../../api/support/money-world.ts'
import { scratchDirectory } from '../../support/run-directory.ts'

export type ForkedWorld = Awaited<ReturnType<typeof openForkedWorld>>

/** A world whose devnet continues as a lie, beside a copy that continues as the truth. */
export async function openForkedWorld() {
  const world = await openMoneyWorld({}, 5_000)
  let truth: Devnet | undefined
  const order = (name: string, body: object) =>
    fetch(`${truth?.url}/devnet/${name}`, { method: 'POST', body: JSON.stringify(body) })
  const cursor = () =>
    world.edge.db.selectFrom('chain_cursors').selectAll().executeTakeFirstOrThrow()
  const use = (tron: TronNodes) => Object.assign(world.edge.context, { tron })
  return {
    world,
    order,
    cursor,
    /** From here on, the chains differ. */
    async fork() {
      const copy = await mkdtemp(join(await scratchDirectory(), 'truth-'))
      await cp(world.chainDir, copy, { recursive: true })
      truth = await startDevnet({ port: 0, host: '127.0.0.1', dataDir: copy, blockMs: 0 })
      await order('mine', { blocks: SOLID_AFTER + 5 })
    },
    mineTruth: (blocks: number) => order('mine', { blocks: SOLID_AFTER + blocks }),
    /** Three nodes, as after a restart. */
    nodesAt(...sides: ('lie' | 'truth')[]): TronNodes {
      const { usdtContract, balanceReader: reader } = world.devnet.info
      const limits = { ratePerSecond: 10_000, pauseMs: 50, timeoutMs: 5_000 }
      const urls = sides.map((side, at) => {
        return `${side === 'lie' ? world.devnet.url : truth?.url}/at/node${at}`
      })
      const nodes = urls.map((url) => ({ url, ...limits }))
      const holdings = { reader, batch: 200, perSecond: 10_000 }
      return openTronNodes({ nodes, usdtContract, holdings, headLastsMs: 0 })
    },
    watcher: (tron: TronNodes) => openWatcher(use(tron)),
    payouts: (tron: TronNodes) => openPayouts(use(tron)),
    /** What the runbook says, from a block that was read before. */
    async readAgainFrom(block: Awaited<ReturnType<typeof cursor>>) {
      const { final_number: number, final_id: id, final_at: at } = block
      await sql`update chain_cursors set final_number = ${number}, final_id = ${id},
        final_at = ${at}`.execute(world.edge.db)
      await sql`insert into reconciliation_queue (address)
        select distinct to_address from transfers where block_number > ${number}
        on conflict (address) do update set turn = excluded.turn`.execute(world.edge.db)
    },
    async close() {
      await truth?.stop()
      await world.close()
    },
  }
}
