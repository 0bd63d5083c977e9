/** Checks that nothing else uses the processors. Otherwise, a figure says nothing about us. */
import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { note } from '../report.ts'

const LOOK_MS = 700
/** The processor share that an idle machine may use for other things. */
const MAX_BUSY = 0.12

function times(): { idle: number; all: number } {
  const each = cpus().map(({ times: part }) => part)
  const idle = each.reduce((sum, part) => sum + part.idle, 0)
  const all = each.flatMap((part) => Object.values(part)).reduce((sum, ms) => sum + ms, 0)
  return { idle, all }
}

/** The share of all processors in use while `work` runs, from 0 to 1. */
export async function busyWhile<T>(work: () => Promise<T>): Promise<{ busy: number; result: T }> {
  const before = times()
  const result = await work()
  const after = times()
  const busy = 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all)
  return { busy, result }
}

const busyShare = async (): Promise<number> => (await busyWhile(() => wait(LOOK_MS))).busy

/** Call this while the measurement itself is idle. */
export const isQuiet = async (): Promise<boolean> => (await busyShare()) <= MAX_BUSY

/** What a step leaves behind, such as vacuum, usually ends sooner. */
const WAIT_MS = 60_000

/** Waits for an idle machine. Prints its last load, and returns whether it became idle in time. */
export async function untilQuiet(): Promise<boolean> {
  const end = performance.now() + WAIT_MS
  let busy = 1
  while (busy > MAX_BUSY && performance.now() < end) busy = await busyShare()
  note('share of the processors in use by others', busy, '')
  return busy <= MAX_BUSY
}
