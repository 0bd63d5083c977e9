import type { Db } from '../../db/types.ts'
import { readActivity, type Entry } from '../history/activity.ts'
import type { List } from '../lists/list.ts'

/**
 * A member's activity as one file, newest first. Each part starts at the time of the last row, not
 * at its position, because positions move when an act changes. Acts of the same millisecond may be
 * in two parts, so we skip those that the file has.
 */
export function activityFile(db: Db, member: number): Omit<List<Entry>, 'count'> {
  let last = ''
  let written = new Set<string>()
  return {
    read: async ({ limit, offset = 0, after }) => {
      if (after === undefined) written = new Set()
      const filter = after === undefined ? {} : { to: new Date(Date.parse(last) + 1) }
      const found = await readActivity(db, member, filter, limit + written.size, offset)
      const rows = found.filter(({ id }) => !written.has(id))
      const end = rows.at(-1)?.created_at ?? last
      const atEnd = rows.filter(({ created_at: at }) => at === end).map(({ id }) => id)
      written = new Set(end === last ? [...written, ...atEnd] : atEnd)
      last = end
      return rows
    },
    keyOf: ({ id }) => id,
  }
}
