import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openSenders } from '../../../bench/scale/senders.ts'
import { isRunning, readPostmaster } from '../../../src/db/embedded/postmaster.ts'
import { createTestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { programEnv } from '../../support/run-program.ts'
import { isLong, sample } from '../../support/scale.ts'

const bench = new URL('../../../bench/', import.meta.url).href
const started = `
import { fileURLToPath } from 'node:url'
import { startChild } from '${bench}processes/children.ts'
import { startBenchServer } from '${bench}database.ts'
await startBenchServer(['fsync=off'])
const child = startChild(fileURLToPath('${bench}bare-server.ts'), ['postgresql://none'])
child.once('spawn', () => console.log(child.pid))`

/** True for a process, and not just for its zombie. */
const isThere = async (pid: number): Promise<boolean> => {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command !== ''
}

test.runIf(process.platform === 'linux').each(sample(['SIGKILL', 'SIGTERM', 'SIGINT'] as const, 3))(
  'a bench that ends by %s takes its server and its processes along',
  async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'twofold-killed-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const program = join(folder, 'bench.mjs')
    await writeFile(program, started)
    const child = execFile(process.execPath, [program], {
      env: { ...programEnv, TMPDIR: folder },
    })
    const ours = Number(((await once(child.stdout ?? child, 'data')) as [string])[0])
    const [name = ''] = (await readdir(folder)).filter((each) => each.startsWith('twofold-bench-'))
    const server = await readPostmaster(join(folder, name, 'postgres'))
    expect([await isThere(ours), await isRunning(server?.pid ?? 0)]).toEqual([true, true])
    child.kill(signal)
    await until('its process to end', async () => !(await isThere(ours)))
    await until('its server to end', async () => !(await isRunning(server?.pid ?? 0)))
    await until('its folder to be removed', async () => !(await readdir(folder)).includes(name))
  },
)

test.runIf(isLong)('a bench continues once it has stopped its server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-stopped-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const program = join(folder, 'bench.mjs')
  await writeFile(
    program,
    `import { startBenchServer } from '${bench}database.ts'
    const { stop } = await startBenchServer(['fsync=off'])
    await stop()
    console.log('stopped')`,
  )
  const env = { ...programEnv, TMPDIR: folder }
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env })
  expect(stdout).toBe('stopped\n')
  expect(await readdir(folder)).toEqual(['bench.mjs'])
})

test.runIf(isLong)('senders wait for their orders', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const crowd = { count: 1, callers: 1 }
  const first = await openSenders('own', database.url, crowd)
  const second = await openSenders('own', database.url, crowd)
  expect(await Promise.all([first.rate([]), second.rate([])])).toEqual([0, 0])
  await Promise.all([first.close(), second.close()])
})
