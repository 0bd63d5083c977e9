import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSchemaText } from '../../scripts/schema-text.ts'
import { createTestDatabase } from '../support/database.ts'
import { readText, root } from '../support/sources.ts'

test('docs/schema.sql is the migrated database: `npm run schema` writes it', async () => {
  const database = await createTestDatabase()
  try {
    expect(await readSchemaText(database.pool)).toBe(readText('docs/schema.sql'))
  } finally {
    await database.close()
  }
})

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root }).toString()

test.skipIf(!existsSync(join(root, '.git')))(
  'migrations of a release are never edited or removed',
  () => {
    const changed = git('tag', '--list', 'v*', '--merged', 'HEAD')
      .split('\n')
      .filter((tag) => tag !== '')
      .flatMap((tag) =>
        git(
          'diff',
          '--name-status',
          '--no-renames',
          '--diff-filter=a',
          tag,
          '--',
          'src/db/migrations',
        )
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => `${tag}: ${line}`),
      )
    expect(changed).toEqual([])
  },
)
