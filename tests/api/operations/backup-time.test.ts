import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newestBackup } from '../../../src/server/backup/restore.ts'

const copied = new Date('2026-11-20T02:00:07Z')

test.each([
  // Where the name of a zone says when.
  ['2026-11-20 03:00:00 UTC', new Date('2026-11-20T03:00:00Z')],
  ['2026-11-20 03:00:00 GMT', new Date('2026-11-20T03:00:00Z')],
  // In Berlin, and in Shanghai or Chicago.
  ['2026-11-20 03:00:00 CET', copied],
  ['2026-11-20 10:00:00 CST', copied],
  ['2026-11-20 05:00:00 +03', copied],
])('reads when a copy of a running server was taken: %s', async (time, expected) => {
  const directory = await mkdtemp(join(tmpdir(), 'twofold-label-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const label = join(directory, 'backup_label')
  await writeFile(label, `START WAL LOCATION: 0/2000028\nSTART TIME: ${time}\nLABEL: base\n`)
  await utimes(label, copied, copied)
  expect(await newestBackup({ kind: 'copy', directory, wal: null })).toEqual(expected)
})
