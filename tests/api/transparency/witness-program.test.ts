/** What `npm run witness` says when it can't start. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifierText } from '../../../src/proof/note.ts'
import { lockDataDir } from '../../../src/server/startup/instance-lock.ts'
import { nameOf, WitnessStore } from '../../../src/server/witness/witness-store.ts'
import { runProgram } from '../../support/run-program.ts'
import { testSigner } from '../support/makers/transparency-makers.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'twofold-witness-'))
  await new WitnessStore(directory).readKey()
})
afterAll(() => rm(directory, { recursive: true }))

const start = () => {
  const log = ['--log', verifierText(testSigner.verifier)]
  const args = ['--dir', directory, '--name', 'w.example', '--port', '0', ...log]
  return runProgram('cli/witness.ts', { args })
}

test('says how to run a second witness', async () => {
  const lock = await lockDataDir(directory)
  const { code, said } = await start()
  expect(code).toBe(1)
  expect(said).toContain('Stop it first, or give this one another --dir and --port.')
  await lock.release()
})

test('doesn’t start with a damaged checkpoint, and says how to continue', async () => {
  await writeFile(join(directory, nameOf('test/log')), 'test/log\n1')
  const { code, said } = await start()
  expect([code, said]).toEqual([
    1,
    `The checkpoint of test/log in ${directory} can't be read. ` +
      'Use a new directory, and publish its new key.\n',
  ])
})
