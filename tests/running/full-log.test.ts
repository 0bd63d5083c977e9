/** A log that can't be written, as on a full disk, costs its lines and nothing else. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino, type Logger } from 'pino'
import { expect, test } from 'vitest'
import { stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { lostLines, openLogOutput } from '../../src/terminal/log-output.ts'
import { until } from '../support/poll.ts'
import { freePort } from '../support/ports.ts'
import { programEnv } from '../support/run-program.ts'
import { scratchDirectory } from '../support/run-directory.ts'
import { isLong } from '../support/scale.ts'
import { copyBlankCluster } from '../support/start/blank-cluster.ts'

const main = fileURLToPath(new URL('../../src/server/app/main.ts', import.meta.url))

test.runIf(isLong)('answers and stops with its log on a full disk', async () => {
  const dataDir = await mkdtemp(join(await scratchDirectory(), 'full-log-'))
  await copyBlankCluster(dataDir)
  const [web, devnet, smtp] = [await freePort(), await freePort(), await freePort()]
  const ports = { PORT: String(web), DEVNET_PORT: String(devnet), SMTP_PORT: String(smtp) }
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [main], {
    cwd: dataDir,
    env: { ...programEnv, ...ports, DATA_DIR: dataDir, AUTH_COST: 'low', LOG_LEVEL: 'debug' },
    stdio: ['ignore', full, full],
  })
  closeSync(full)
  try {
    const get = (path: string) =>
      fetch(`http://localhost:${web}${path}`, { signal: AbortSignal.timeout(5_000) })
    const isServing = async () => (await get('/api/health/serving').catch(() => null))?.ok === true
    await until('the product', isServing, { deadlineMs: 60_000 })
    expect(await (await get('/metrics')).text()).toMatch(/^log_lines_lost_total [1-9]/m)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
    await stopEmbedded(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('says how many lines are missing once it can write again', async () => {
  const path = join(await mkdtemp(join(await scratchDirectory(), 'log-')), 'log')
  const fd = openSync('/dev/full', 'w')
  const before = lostLines()
  const log: Logger = pino(
    {},
    openLogOutput(fd, (lines) => log.warn({ lines }, 'lost')),
  )
  log.info('one')
  log.fatal('two')
  await until('the loss', () => lostLines() === before + 2)
  closeSync(fd)
  // The lowest number that is free.
  expect(openSync(path, 'w')).toBe(fd)
  log.info('three')
  const read = () => readFileSync(path, 'utf8').trimEnd().split('\n')
  await until('both lines', () => read().length === 2)
  expect(read().map((line): unknown => JSON.parse(line))).toMatchObject([
    { msg: 'three' },
    { msg: 'lost', lines: 2 },
  ])
  closeSync(fd)
})

test('writes what waits before the process exits', async () => {
  const folder = await mkdtemp(join(await scratchDirectory(), 'log-'))
  const lines = Array.from({ length: 50 }, (_, i) => `line ${i}`)
  const module = new URL('../../src/terminal/log-output.ts', import.meta.url).href
  const program = `
    import { openLogOutput } from '${module}'
    const output = openLogOutput(1)
    for (const line of ${JSON.stringify(lines)}) output.write(line + '\\n')
    process.exit(0)`
  const file = join(folder, 'exits.ts')
  await writeFile(file, program)
  const path = join(folder, 'log')
  const fd = openSync(path, 'w')
  const child = spawn(process.execPath, [file], { stdio: ['ignore', fd, 'inherit'] })
  expect(await once(child, 'exit')).toEqual([0, null])
  closeSync(fd)
  expect(readFileSync(path, 'utf8').trimEnd().split('\n').toSorted()).toEqual(lines.toSorted())
})
