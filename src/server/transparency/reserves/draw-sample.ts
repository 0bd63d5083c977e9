/** Draws the sample of a sealed day, using a block that nobody knew when the day was sealed. */
import type { z } from 'zod'
import type { ReserveSample } from '../../../contract/subjects/reserves.ts'
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

/** The oldest day without a sample whose block may be final by now. */
const readOpenDay = (db: Db) =>
  db
    .selectFrom('day_sheets')
    .innerJoin('commands', 'commands.seq', 'day_sheets.seq')
    .leftJoin('reserve_samples', 'reserve_samples.day', 'day_sheets.day')
    .innerJoin('reserve_trees', 'reserve_trees.day', 'day_sheets.day')
    .select(['day_sheets.day', 'commands.at'])
    .where('reserve_samples.day', 'is', null)
    .where('reserve_trees.root', 'is not', null)
    .where('reserve_trees.built_at', '>', new Date(Date.now() - DAYS * 86_400_000))
    .orderBy('day_sheets.day')
    .limit(1)
    .executeTakeFirst()

/** We only want a block's header, whatever its transactions are. */
const nothing = () => Promise.resolve(new Set<string>())

/**
 * The first final block at or after a time; null while there is none, or the nodes don't answer.
 */
async function findBlock(tron: Chain, fromMs: number): Promise<BlockHead | null> {
  const head = await tron.finalHead()
  if (!head.ok || head.value.timeMs < fromMs) return null
  const read = async (no: number): Promise<BlockHead | null> => {
    const blocks = await tron.finalBlocks(no, no, nothing)
    return blocks.ok ? (blocks.value[0] ?? null) : null
  }
  // At most one block in three seconds.
  const most = Math.ceil((head.value.timeMs - fromMs) / 3_000)
  let [low, high] = [Math.max(1, head.value.number - most), head.value.number]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const block = await read(middle)
    if (!block) return null
    if (block.timeMs >= fromMs) high = middle
    else low = middle + 1
  }
  return await read(low)
}

/**
 * Draws the next due sample, if its block is final.
 * @param afterMs how long after the seal the block is
 */
export async function drawSample(
  db: Db,
  tron: Chain,
  afterMs = DRAW_AFTER_MS,
): Promise<string | null> {
  const open = await readOpenDay(db)
  if (!open) return null
  const part = await readPart(db, 'solvency', open.day)
  const committed = part && committedIn(part.body)
  if (!committed) return null
  const block = await findBlock(tron, open.at.getTime() + afterMs)
  if (!block) return null
  const drawn = { day: open.day, ...committed }
  const openings = await openDraws(db, drawn, block.id)
  if (!openings) return null
  const body: z.input<typeof ReserveSample> = {
    v: 1,
    day: open.day,
    block: { number: block.number, id: block.id },
    openings: openings.map(shown),
  }
  await db
    .insertInto('reserve_samples')
    .values({
      day: open.day,
      block_number: BigInt(block.number),
      block_id: block.id,
      body: canonicalText(body),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return open.day
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
