import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Tree, TreeProfile } from '../../contract/subjects/network.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { PLAN_NAMES, type Plan } from '../../domain/money/catalog.ts'

type Node = RowOf<'profiles', 'no' | 'public_id' | 'member_no'> &
  RowOf<'identities', 'username'> & {
    parent_no: number | null
    side: 0 | 1 | null
    plan: Plan
    active: boolean
    taken_at: Date | null
  }

/** Adds names and plans to seats: rows of (no, parent_no, side, active, taken_at). */
async function selectNodes(db: Db, seats: RawBuilder<unknown>): Promise<Node[]> {
  const { rows } = await sql<Node>`
    select n.no, n.parent_no, n.side, p.public_id, p.plan, n.active, p.member_no,
      identities.username, n.taken_at
    from (${seats}) n
    join profiles p on p.no = n.no
    join identities on identities.member_no = p.member_no`.execute(db)
  return rows
}

/** A profile and the two levels below it, by number, in one statement. */
export const readNodes = (db: Db, root: number): Promise<Node[]> =>
  selectNodes(
    db,
    sql`
      select ${root}::int as no, s.parent_no, s.side, s.profile_no is not null as active, s.taken_at
        from (values (1)) one left join seats s on s.profile_no = ${root}
      union all
      select profile_no, parent_no, side, true, taken_at from seats where parent_no = ${root}
      union all
      select below.profile_no, below.parent_no, below.side, true, below.taken_at
        from seats child join seats below on below.parent_no = child.profile_no
        where child.parent_no = ${root}`,
  )

/** Profiles by number, in no particular order, in one statement. */
export const readNodesOf = (db: Db, numbers: readonly number[]): Promise<Node[]> =>
  selectNodes(
    db,
    sql`
      select given.no, s.parent_no, s.side, s.profile_no is not null as active, s.taken_at
        from unnest(${numbers}::int[]) as given (no)
        left join seats s on s.profile_no = given.no`,
  )

export const showNode = (node: Node): z.infer<typeof TreeProfile> => ({
  id: String(node.no),
  profile_id: node.public_id,
  active: node.active,
  plan: { name: PLAN_NAMES[node.plan] },
  user: { id: String(node.member_no), username: node.username },
})

/** Profiles by number, in the given order. Skips numbers without a profile. */
export async function readTreeProfiles(db: Db, numbers: readonly number[]) {
  const nodes = new Map((await readNodesOf(db, numbers)).map((node) => [node.no, node]))
  return numbers.flatMap((no) => {
    const node = nodes.get(no)
    return node ? [showNode(node)] : []
  })
}

/** The nodes as the tree in the contract. */
export function buildTree(nodes: readonly Node[], root: number): z.infer<typeof Tree> {
  const find = (parent: Node, side: 0 | 1): Node | undefined =>
    nodes.find((node) => node.parent_no === parent.no && node.side === side)
  const leaf = (node: Node | undefined) =>
    node ? { profile: showNode(node), left_child: null, right_child: null } : null
  const branch = (node: Node | undefined) =>
    node
      ? {
          profile: showNode(node),
          left_child: leaf(find(node, 0)),
          right_child: leaf(find(node, 1)),
        }
      : null
  const top = nodes.find(({ no }) => no === root)
  if (!top) throw new Error(`profile ${root} is not among its own nodes`)
  return {
    profile: showNode(top),
    left_child: branch(find(top, 0)),
    right_child: branch(find(top, 1)),
  }
}

/** Only the children of a node, without their own children. */
export function showChildren(nodes: readonly Node[], root: number) {
  const childOf = (side: 0 | 1) => {
    const child = nodes.find((node) => node.parent_no === root && node.side === side)
    return child ? { profile: showNode(child), left_child: null, right_child: null } : null
  }
  return { left_child: childOf(0), right_child: childOf(1) }
}
