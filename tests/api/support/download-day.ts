import { expect } from 'vitest'
import { anchorDay } from '../../../src/server/transparency/anchor/anchor-day.ts'
import { requireAddress } from '../../../src/tron/encoding/address.ts'
import type { ReserveWorld } from './reserve-world.ts'
import { signLog } from './makers/transparency-makers.ts'

/** Reads a public file as text. */
export async function readPublic(
  { edge }: Pick<ReserveWorld, 'edge'>,
  url: string,
): Promise<string> {
  const { statusCode, body } = await edge.app.inject({ method: 'GET', url })
  expect([url, statusCode]).toEqual([url, 200])
  return body
}

/** The public files of a sealed day, and the transaction that anchors it on the devnet. */
export async function downloadDay(
  world: ReserveWorld,
  day: string,
): Promise<Record<string, string>> {
  const { edge } = world
  await signLog(edge)
  const wallet = { key: world.keys.anchor, to: requireAddress(world.member.address) }
  await anchorDay(edge.db, edge.context.tron, wallet)
  await world.mine(60)
  await anchorDay(edge.db, edge.context.tron, null)
  return {
    keys: await readPublic(world, '/log/keys'),
    checkpoint: await readPublic(world, '/log/checkpoint'),
    sheet: await readPublic(world, `/api/transparency/days/${day}/`),
    seal: await readPublic(world, `/api/transparency/seal/${day}/`),
    solvency: await readPublic(world, `/api/transparency/solvency/?day=${day}`),
    anchor: await readPublic(world, `/log/anchor/${day}`),
  }
}
