/** SIGKILL for the product, for its database, or for both. Then the product starts again. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../domain/random.ts'
import type { Product } from '../support/product.ts'

const VICTIMS = ['product', 'database', 'both'] as const
type Victim = (typeof VICTIMS)[number]

async function kill(product: Product, victim: Victim): Promise<void> {
  if (victim !== 'product') await killDatabase(product.dataDir)
  if (victim === 'database') return
  await product.kill()
  await product.start()
}

async function killDatabase(dataDir: string): Promise<void> {
  const path = join(dataDir, 'postgres/postmaster.pid')
  const pid = Number((await readFile(path, 'utf8').catch(() => '')).split('\n')[0])
  // Between two lives there is no process to kill, although the file may still name the last one.
  if (pid > 1) killIfThere(pid)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Kills at random moments while others work. Returns what was killed. */
export async function killAtRandom(product: Product, random: Random, times: number) {
  const died: Victim[] = []
  for (let i = 0; i < times; i++) {
    await wait(300 + random.below(2_000))
    const victim = random.pick(VICTIMS)
    await kill(product, victim)
    died.push(victim)
  }
  return died
}
