import { afterEach, expect, test } from 'vitest'
import { contract, migrate } from '../../src/db/migrate.ts'
import { readMigrations } from '../../src/db/migration-files.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { password, emailOf } from '../support/sign-up.ts'
import { startProduct, type Product } from '../support/product.ts'
import { anyNumber } from '../support/matching.ts'
import { isLong } from '../support/scale.ts'

// During a rolling deploy, this version is the previous one. The database already has unknown
// tables and columns, and must keep the next version's rights.

let database: TestDatabase
let product: Product | undefined
afterEach(async () => {
  await product?.remove()
  await database.close()
})

const next = {
  name: '999-next.sql',
  sql: `create table next_things (no integer primary key);
    alter table identities add column next_name text;
    alter table contact_messages add column next_topic text not null default ''`,
  checksum: 'next',
}
const afterwards = {
  name: '999-afterwards.sql',
  sql: '-- floor: 999\nalter table contact_messages drop column answer',
  checksum: 'afterwards',
}

const startOnDatabase = (hasOwner: boolean): Promise<Product> =>
  startProduct({
    env: {
      DATABASE_URL: database.serverUrl,
      ...(hasOwner && { DATABASE_OWNER_URL: database.url }),
    },
  })

const readRights = async () =>
  (
    await database.pool.query<object>(`select relname, relacl::text from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`)
  ).rows

test.runIf(isLong).each([
  ['with', true],
  ['without', false],
])(
  'runs the previous version, %s the owner’s URL, on the next one’s schema, until that contracts',
  async (_how, hasOwner) => {
    database = await createTestDatabase()
    const files = [...(await readMigrations()), next]
    await migrate(database.pool, files)
    await database.pool.query('grant select on next_things to twofold_server')
    const rights = await readRights()
    product = await startOnDatabase(hasOwner)
    const form = { username: 'ada', email: emailOf('ada'), password, password2: password }
    const registered = await fetch(`${product.url}/api/auth/register/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...form, referral_code: null }),
    })
    expect(registered.status).toBe(201)
    expect(await readRights()).toEqual(rights)
    const { rows } = await database.pool.query('select role, schema_version from processes')
    expect(rows).toEqual([{ role: 'all', schema_version: anyNumber }])
    await expect(contract(database.pool, [afterwards])).rejects.toThrow('Replace them first')

    expect(await product.signal('SIGTERM')).toBe(0)
    expect((await database.pool.query('select from processes')).rowCount).toBe(0)
    expect(await contract(database.pool, [afterwards])).toEqual(['999-afterwards.sql'])
    await expect(product.start()).rejects.toThrow('no longer works with this one')
  },
)
