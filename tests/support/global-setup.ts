import { mkdir, rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { fillCompileCache } from './start/compile-cache.ts'
import { abandonedRuns, runDirectory } from './run-directory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** This run's own directory. Its database server starts on first use. */
    runDir: string
  }
}

/** Creates the run's directory. Afterward, stops the server that tests started in it. */
export async function setup(project: TestProject): Promise<void> {
  for (const runDir of await abandonedRuns()) await removeRun(runDir)
  const runDir = await runDirectory(process.pid)
  await mkdir(runDir, { recursive: true })
  project.provide('runDir', runDir)
  await fillCompileCache()
}

export async function teardown(): Promise<void> {
  await removeRun(await runDirectory(process.pid))
}

async function removeRun(runDir: string): Promise<void> {
  await stopEmbedded(runDir)
  await rm(runDir, { recursive: true, force: true })
}
