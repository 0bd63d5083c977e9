/**
 * Saved views of the console's lists. Each operator sees only their own, so we don't audit them.
 */
import type { z } from 'zod'
import { MAX_VIEWS } from '../../contract/fields/limits.ts'
import { reject, rejectField, requireFound } from '../../contract/refusals/reject.ts'
import type { newView, SavedView, viewChange } from '../../contract/operations/saved-views.ts'
import { text } from '../../contract/texts/texts.ts'
import { takeTurn } from '../../db/named-locks.ts'
import { isDuplicate } from '../../db/errors.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { route, type Route } from '../http/route.ts'

type Answer = z.infer<typeof SavedView>

const SHOWN = ['no', 'list', 'name', 'search', 'is_default'] as const

const show = (row: RowOf<'operator_views', (typeof SHOWN)[number]>): Answer => ({
  id: String(row.no),
  list: row.list,
  name: row.name,
  search: row.search,
  is_default: row.is_default,
})

async function readViews(db: Db, operator: string): Promise<Answer[]> {
  const own = db.selectFrom('operator_views').select(SHOWN).where('operator', '=', operator)
  return (await own.orderBy('no').limit(MAX_VIEWS).execute()).map(show)
}

/** Runs a change whose only possible conflict is the name. */
async function unlessNameTaken<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (isDuplicate(error)) throw rejectField('name', text('view_name_taken'))
    throw error
  }
}

/** One at a time, so that two simultaneous requests can't exceed a limit. */
const lockViews = (tx: Tx, operator: string) => takeTurn(tx, `views ${operator}`)

const addView = (db: Db, operator: string, view: z.output<typeof newView>): Promise<Answer> =>
  unlessNameTaken(() =>
    db.transaction().execute(async (tx) => {
      await lockViews(tx, operator)
      const own = await tx
        .selectFrom('operator_views')
        .select('no')
        .where('operator', '=', operator)
        .execute()
      if (own.length >= MAX_VIEWS) throw reject('too_many_views')
      const added = tx.insertInto('operator_views').values({ operator, ...view })
      return show(await added.returning(SHOWN).executeTakeFirstOrThrow())
    }),
  )

type Change = z.output<typeof viewChange>

const changeView = (db: Db, operator: string, no: number, change: Change): Promise<Answer> =>
  unlessNameTaken(() =>
    db.transaction().execute(async (tx) => {
      await lockViews(tx, operator)
      const own = await tx
        .selectFrom('operator_views')
        .select(SHOWN)
        .where('operator', '=', operator)
        .where('no', '=', no)
        .executeTakeFirst()
      const view = requireFound(own)
      if (change.is_default === true) {
        await tx
          .updateTable('operator_views')
          .set({ is_default: false })
          .where('operator', '=', operator)
          .where('list', '=', view.list)
          .execute()
      }
      const { name = view.name, search = view.search, is_default: isDefault } = change
      const changed = await tx
        .updateTable('operator_views')
        .set({ name, search, is_default: isDefault ?? view.is_default })
        .where('no', '=', no)
        .returning(SHOWN)
        .executeTakeFirst()
      // A second tab may have deleted it meanwhile.
      return show(requireFound(changed))
    }),
  )

async function removeView(db: Db, operator: string, no: number) {
  const { numDeletedRows } = await db
    .transaction()
    .execute((tx) =>
      tx
        .deleteFrom('operator_views')
        .where('operator', '=', operator)
        .where('no', '=', no)
        .executeTakeFirst(),
    )
  if (numDeletedRows !== 1n) throw reject('not_found')
  return { detail: 'The view was deleted.' }
}

export const viewRoutes: Route[] = [
  route('listSavedViews', async ({ context, operator }) => ({
    results: await readViews(context.db, operator.username),
  })),
  route('addSavedView', ({ context, operator, body }) => {
    return addView(context.db, operator.username, body)
  }),
  route('changeSavedView', ({ context, operator, params, body }) => {
    return changeView(context.db, operator.username, Number(params.id), body)
  }),
  route('removeSavedView', ({ context, operator, params }) => {
    return removeView(context.db, operator.username, Number(params.id))
  }),
]
