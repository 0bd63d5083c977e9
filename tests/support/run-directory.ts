import { readdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'twofold-run-'
const memory = '/dev/shm'
const neededBytes = 2 * 1024 ** 3

/**
 * Where a run keeps its throw-away databases: in memory where the machine has a memory file
 * system with room (a database from the template takes 15 ms there instead of 330 ms on a slow
 * disk), else in the temporary directory.
 */
export async function runDirectory(pid: number): Promise<string> {
  return join(await scratchDirectory(), `${prefix}${pid}`)
}

/** Directories of runs that were killed and could not clean up after themselves. */
export async function abandonedRuns(): Promise<string[]> {
  const directory = await scratchDirectory()
  const names = (await readdir(directory)).filter((name) => name.startsWith(prefix))
  const abandoned = names.filter((name) => !isAlive(Number(name.slice(prefix.length))))
  return abandoned.map((name) => join(directory, name))
}

/** The fastest place for data that is thrown away. */
export async function scratchDirectory(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(memory)
    return bavail * bsize > neededBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Someone else's process is one that is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
