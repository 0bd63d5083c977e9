import { sql } from 'kysely'
import { z } from 'zod'
import { lit, subquery } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import { eventOf, eventsOf } from '../../domain/ledger/event.ts'
import { areNamesFree, claimsOf, uniqueNames } from '../auth/unique-names.ts'
import type { BatchHook, HookItem } from '../book/batch-hook.ts'
import { DoneElsewhere } from '../book/submission.ts'
import { plansIn } from './plan-bits.ts'
import { isSponsorRow } from './sponsor-row.ts'

const RowInput = z.object({
  import: z.int(),
  line: z.int(),
  /** The leg in the command. The command's effects don't include it. */
  side: z.literal([0, 1]).nullable(),
})
type RowInput = z.output<typeof RowInput>

const nameOf = (row: Pick<RowInput, 'import' | 'line'>): string =>
  `row ${row.line} of import ${row.import}`

/**
 * Creates the account of an imported member in the commit that seats it, once for each row. It has
 * no password. Its owner chooses one with an emailed link.
 */
export const insertImported: BatchHook<RowInput> = {
  name: 'import-member',
  input: RowInput,
  fits: ({ command, by }, { side }) =>
    command.kind === 'import_member' &&
    command.side === side &&
    'system' in by &&
    by.system === 'import',
  async check(tx, inputs) {
    const found = await checkTogether(tx, inputs)
    return inputs.map(
      (row) => found.get(nameOf(row)) ?? new DoneElsewhere(`${nameOf(row)} can’t be imported now`),
    )
  },
  async write(tx, items) {
    await Promise.all(items.map((item) => insertOne(tx, item)))
  },
}

/** The unique names that each row claims. Leaves out rows that can't be imported. */
async function checkTogether(
  tx: Tx,
  inputs: readonly RowInput[],
): Promise<Map<string, readonly string[]>> {
  const rows = await tx
    .selectFrom('member_import_rows as r')
    .innerJoin('member_imports as i', 'i.no', 'r.import_no')
    .select(['r.import_no', 'r.line', ...uniqueNames])
    .where('r.state', '=', lit('waiting'))
    .where('i.state', '=', lit('approved'))
    .where('r.username', '<>', '')
    .where('r.email', '<>', '')
    .where((eb) =>
      eb.or(inputs.map((row) => eb.and({ 'r.import_no': row.import, 'r.line': row.line }))),
    )
    .where(areNamesFree)
    .execute()
  return new Map(
    rows.map(({ import_no: no, line, ...names }) => {
      const name = nameOf({ import: no, line })
      return [name, [...claimsOf(names), name]]
    }),
  )
}

async function insertOne(tx: Tx, { outcome, input }: HookItem<RowInput>): Promise<void> {
  const { no: member, sponsor } = eventOf(outcome.effects, 'member')
  const row = await tx
    .updateTable('member_import_rows as r')
    .set({ state: 'done', member_no: member })
    .where('import_no', '=', input.import)
    .where('line', '=', input.line)
    .where('state', '=', lit('waiting'))
    .returning(['username', 'email', 'referral_code', 'language', 'plans', 'side'])
    .returning((eb) => eb.fn.coalesce('r.sponsor_no', sponsorNo).as('under'))
    .executeTakeFirst()
  if (!row) throw new DoneElsewhere(`${nameOf(input)} is done`)
  // The caller supplies sponsor, plans, and leg. Only approved values become a member.
  const plans = eventsOf(outcome.effects, 'seat').map(({ plan }) => plan)
  const isOwn = plans.join() === plansIn(row.plans).join() && row.side === input.side
  if (!isOwn || row.under !== sponsor) throw new Error(`${nameOf(input)} was approved differently`)
  const { username, email, referral_code, language } = row
  await tx
    .insertInto('identities')
    .values({
      member_no: member,
      username,
      email,
      referral_code,
      language,
      verified_at: sql`now()`,
    })
    .execute()
}

/** The member that the sponsor's row became. */
const sponsorNo = subquery
  .selectFrom('member_import_rows as up')
  .select('up.member_no')
  .where(isSponsorRow)
