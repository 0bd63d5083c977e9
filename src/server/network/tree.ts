import type { QueryCreator, SelectQueryBuilder } from 'kysely'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { is, subquery, given, lit } from '../../db/expressions.ts'
import { readTogether } from '../../db/together.ts'
import type { z } from 'zod'
import type { Tree, TreeProfile } from '../../contract/subjects/network.ts'
import type { Db, RowOf, Database } from '../../db/types.ts'
import { PLAN_NAMES, type Plan } from '../../domain/money/catalog.ts'

type Node = RowOf<'profiles', 'no' | 'public_id' | 'member_no'> &
  RowOf<'identities', 'username'> & {
    parent_no: number | null
    side: 0 | 1 | null
    plan: Plan
    active: boolean
  }

type Place = RowOf<'seats', 'parent_no' | 'side'> & {
  no: number
  active: boolean
}

/** Adds names and plans to seats. */
const selectNodes = <Row extends Place>(
  db: QueryCreator<Database>,
  seats: SelectQueryBuilder<Database, never, Row>,
) =>
  db
    .selectFrom(seats.as('seats'))
    .innerJoin('profiles', 'profiles.no', 'seats.no')
    .innerJoin('identities', 'identities.member_no', 'profiles.member_no')
    .select([
      'seats.no',
      'seats.parent_no',
      'seats.side',
      'profiles.public_id',
      'profiles.plan',
      'seats.active',
      'profiles.member_no',
      'identities.username',
    ])
    .$narrowType<{ plan: Plan; side: 0 | 1 | null }>()

const topNodes = compileOnce((db, { roots }: Given<{ roots: readonly number[] }>) => {
  const asked = given('asked', { root: { values: roots, type: 'int' } })
  const places = subquery
    .selectFrom(asked)
    .leftJoin('seats', 'seats.profile_no', 'asked.root')
    .select((eb) => [
      'asked.root',
      'asked.root as no',
      'seats.parent_no',
      'seats.side',
      is(eb('seats.profile_no', 'is not', null)).as('active'),
    ])
    .unionAll(
      subquery
        .selectFrom(asked)
        .innerJoin('seats as child', 'child.parent_no', 'asked.root')
        .select(['asked.root', 'child.profile_no as no', 'child.parent_no', 'child.side'])
        .select([lit(true).as('active')]),
    )
    .unionAll(
      subquery
        .selectFrom(asked)
        .innerJoin('seats as child', 'child.parent_no', 'asked.root')
        .innerJoin('seats as below', 'below.parent_no', 'child.profile_no')
        .select(['asked.root', 'below.profile_no as no', 'below.parent_no', 'below.side'])
        .select([lit(true).as('active')]),
    )
  return selectNodes(db, places).select('seats.root')
})

const findNodes = readTogether(async (db, roots: readonly number[]) =>
  Map.groupBy(await topNodes.rows(db, { roots }), ({ root }) => root),
)

/** A profile and the two levels below it, by number. */
export const readNodes = async (db: Db, root: number): Promise<readonly Node[]> =>
  (await findNodes(db, root)) ?? []

const nodesOf = compileOnce((db, { numbers }: Given<{ numbers: readonly number[] }>) =>
  selectNodes(
    db,
    subquery
      .selectFrom(given('asked', { no: { values: numbers, type: 'int' } }))
      .leftJoin('seats', 'seats.profile_no', 'asked.no')
      .select((eb) => [
        'asked.no',
        'seats.parent_no',
        'seats.side',
        is(eb('seats.profile_no', 'is not', null)).as('active'),
        'seats.taken_at',
      ]),
  ).select('seats.taken_at'),
)

/** Profiles by number, in no particular order, in one statement. */
export const readNodesOf = (
  db: Db,
  numbers: readonly number[],
): Promise<(Node & { taken_at: Date | null })[]> => nodesOf.rows(db, { numbers })

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
