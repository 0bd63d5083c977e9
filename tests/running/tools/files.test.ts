import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readIfPresent, replaceFile } from '../../../src/server/files/files.ts'

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a file is replaced as a whole, and only its owner can read it', async () => {
  const folder = await openFolder()
  const path = join(folder, 'mark')
  await replaceFile(path, 'a first, longer text')
  await replaceFile(path, 'second')
  expect(await readIfPresent(path)).toBe('second')
  expect(await readdir(folder)).toEqual(['mark'])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('only a file that does not exist reads as null', async () => {
  const folder = await openFolder()
  expect(await readIfPresent(join(folder, 'none'))).toBeNull()
  await writeFile(join(folder, 'file'), '')
  expect(await readIfPresent(join(folder, 'file', 'none'))).toBeNull()
  await expect(readIfPresent(folder)).rejects.toThrow('EISDIR')
})
