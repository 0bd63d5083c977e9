/** Networks that lose some packets, or all in one direction. */
import { setTimeout as wait } from 'node:timers/promises'
import { lacksFilter, whileLossy, whileUnheard } from '../packets.ts'
import type { Fault, Scene } from './fault.ts'

const LOST_PERCENT = 3
const LASTING_MS = 20_000

async function losePackets({ journey }: Scene): Promise<void> {
  await whileLossy(LOST_PERCENT, () => Promise.all([journey.begin(), wait(LASTING_MS)]))
  await journey.end()
}

/** The second machine hears nothing from the first, which hears everything. */
async function silenceOneWay({ cluster, journey, random }: Scene): Promise<string> {
  const machines = [...cluster.databases.keys(), ...cluster.products.keys()]
  const from = random.pick(machines)
  const to = random.pick(machines.filter((name) => name !== from))
  const addressOf = (name: string): string => cluster.place.machines.get(name)?.address ?? ''
  const what = `${to} heard nothing from ${from}`
  try {
    await whileUnheard(addressOf(from), addressOf(to), () =>
      Promise.all([journey.begin(), wait(LASTING_MS)]),
    )
    await journey.end()
  } catch (cause) {
    throw new Error(what, { cause })
  }
  return what
}

const cannotRun = lacksFilter

export const networkFaults: readonly Fault[] = [
  { name: 'lossy-network', counts: [1, 10], pauseMs: 5_000, cannotRun, play: losePackets },
  { name: 'one-way', counts: [1, 20], pauseMs: 25_000, cannotRun, play: silenceOneWay },
]
