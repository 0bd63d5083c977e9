import { mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { stopEmbedded } from '../../src/db/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A directory of this run alone; its database server starts when a test first asks. */
    runDir: string
  }
}

const prefix = 'twofold-run-'

/** Gives the run its directory; afterwards stops the server that tests started in it. */
export async function setup(project: TestProject): Promise<void> {
  await removeAbandoned()
  const runDir = join(tmpdir(), `${prefix}${process.pid}`)
  await mkdir(runDir, { recursive: true })
  project.provide('runDir', runDir)
}

export async function teardown(): Promise<void> {
  await removeRun(join(tmpdir(), `${prefix}${process.pid}`))
}

/** A run that was killed could not clean up after itself. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue
    await removeRun(join(tmpdir(), name))
  }
}

async function removeRun(runDir: string): Promise<void> {
  await stopEmbedded(runDir)
  await rm(runDir, { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
