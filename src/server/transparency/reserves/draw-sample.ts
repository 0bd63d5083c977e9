/** Draws the sample of a sealed day, using a block that nobody knew when the day was sealed. */
import type { z } from 'zod'
import type { ReserveSample } from '../../../contract/subjects/reserves.ts'
import { ago } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import { formatUnits } from '../../../domain/money/money.ts'
import { canonicalText } from '../../../proof/canonical.ts'
import { DRAW_AFTER_MS, type Opening } from '../../../proof/reserve-tree.ts'
import type { BlockHead } from '../../../tron/block/block-reads.ts'
import type { TronNodes } from '../../../tron/quorum/nodes.ts'
import { readPart } from '../sheet/read-sheets.ts'
import { openDraws } from './deposit-tree.ts'
import { committedIn } from './sample-body.ts'

type Chain = Pick<TronNodes, 'finalHead' | 'finalBlocks'>

/** We delete trees after 14 days, so older days can't be drawn. */
const DAYS = 13

type OpenDay = { readonly day: string; readonly at: Date; readonly root: Buffer | null }

/** The days without a sample and the roots of their trees, oldest first. */
const readOpenDays = (db: Db): Promise<OpenDay[]> =>
  db
    .selectFrom('day_sheets')
    .innerJoin('commands', 'commands.seq', 'day_sheets.seq')
    .leftJoin('reserve_samples', 'reserve_samples.day', 'day_sheets.day')
    .innerJoin('reserve_trees', 'reserve_trees.day', 'day_sheets.day')
    .select(['day_sheets.day', 'commands.at', 'reserve_trees.root'])
    .where('reserve_samples.day', 'is', null)
    .where('reserve_trees.root', 'is not', null)
    .where('reserve_trees.built_at', '>', ago('days', DAYS))
    .orderBy('day_sheets.day')
    .execute()

/** What a day has committed to, if this is the tree of it. */
async function readCommitted(db: Db, { day, root }: OpenDay) {
  const part = await readPart(db, 'solvency', day)
  const committed = part && committedIn(part.body)
  return committed && root?.equals(committed.root) ? committed : null
}

/** We only want a block's header, whatever its transactions are. */
const nothing = () => Promise.resolve(new Set<string>())

/** `gone` if the nodes no longer have the block, and `not_known` while they don't answer. */
type Found = BlockHead | 'gone' | 'not_known'

/** The first final block at or after a time. */
async function findBlock(tron: Chain, head: BlockHead, fromMs: number): Promise<Found> {
  const read = async (no: number): Promise<Found> => {
    const blocks = await tron.finalBlocks(no, no, nothing)
    return blocks.ok ? (blocks.value[0] ?? 'gone') : 'not_known'
  }
  // At most one block in three seconds.
  const most = Math.ceil((head.timeMs - fromMs) / 3_000)
  let [low, high] = [Math.max(1, head.number - most), head.number]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const block = await read(middle)
    if (typeof block === 'string') return block
    if (block.timeMs >= fromMs) high = middle
    else low = middle + 1
  }
  return await read(low)
}

/**
 * Draws the sample of the oldest day whose block is final. A day that can't be drawn, because its
 * tree or its block is gone, doesn't stop the later ones. They wait while the nodes don't answer.
 * @param afterMs how long after the seal the block is
 */
export async function drawSample(
  db: Db,
  tron: Chain,
  afterMs = DRAW_AFTER_MS,
): Promise<string | null> {
  let head: BlockHead | undefined
  for (const open of await readOpenDays(db)) {
    const committed = await readCommitted(db, open)
    if (!committed) continue
    head ??= await readHead(tron)
    const fromMs = open.at.getTime() + afterMs
    // Neither are the blocks of later days.
    if (!head || head.timeMs < fromMs) return null
    const block = await findBlock(tron, head, fromMs)
    if (block === 'not_known') return null
    if (block === 'gone') continue
    const openings = await openDraws(db, { day: open.day, ...committed }, block.id)
    if (!openings) continue
    await storeSample(db, open.day, block, openings)
    return open.day
  }
  return null
}

async function readHead(tron: Chain): Promise<BlockHead | undefined> {
  const head = await tron.finalHead()
  return head.ok ? head.value : undefined
}

async function storeSample(
  db: Db,
  day: string,
  block: BlockHead,
  openings: readonly Opening[],
): Promise<void> {
  const body: z.input<typeof ReserveSample> = {
    v: 1,
    day,
    block: { number: block.number, id: block.id },
    openings: openings.map(shown),
  }
  const at = { block_number: BigInt(block.number), block_id: block.id }
  await db
    .insertInto('reserve_samples')
    .values({ day, ...at, body: canonicalText(body) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const shown = ({ draw, address, holds, before, index, salt, path }: Opening) => ({
  draw,
  address,
  trx: formatUnits(holds.trx),
  usdt: formatUnits(holds.usdt),
  trx_before: formatUnits(before.trx),
  usdt_before: formatUnits(before.usdt),
  index,
  salt,
  path: [...path],
})

/** The exact bytes of the sample of a day, or of the newest; undefined if there is none. */
export async function readSample(db: Db, day?: string): Promise<string | undefined> {
  const samples = db.selectFrom('reserve_samples').select('body')
  const row = await (day === undefined ? samples : samples.where('day', '=', day))
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.body
}
