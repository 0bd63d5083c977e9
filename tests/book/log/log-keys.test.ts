/** The public log's key changes, its copy fails, and the log starts over after a loss. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkpointText,
  isFault,
  KEY_TYPES,
  openCheckpoint,
  openNote,
  signNote,
  verifierOf as verifierOfKey,
  verifierText,
} from '../../../src/proof/note.ts'
import { readPolicy } from '../../../src/proof/policy.ts'
import { openBook, type Book } from '../../../src/server/book/book.ts'
import { noNodes } from '../../support/rewriting-node.ts'
import { runRound } from '../../../src/server/transparency/daily-round.ts'
import {
  approveEpoch,
  proposeEpoch,
  readEpochNotes,
  readOrigin,
} from '../../../src/server/transparency/log/epochs.ts'
import { hashPassword } from '../../../src/server/passwords/password.ts'
import { readRoot } from '../../../src/server/transparency/log/grow-log.ts'
import { keepCosignature, readFirst } from '../../../src/server/transparency/log/cosignatures.ts'
import { sha256 } from '../../../src/server/transparency/log/sha256.ts'
import { noteRest } from '../../../src/server/transparency/log/rest.ts'
import { openSigner } from '../../../src/server/transparency/log/sign-checkpoint.ts'
import {
  readCheckpointNote,
  readSuggestedPolicy,
  readVerifiers,
} from '../../../src/server/transparency/log/serve-log.ts'
import { readAuditLines } from '../../../src/server/transparency/audit/read-audit-lines.ts'
import { verifyAudit } from '../../../src/server/transparency/audit/verify-audit.ts'
import { writeAudit } from '../../../src/server/transparency/audit/write-audit.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { runProgram } from '../../support/run-program.ts'
import { isLong } from '../../support/scale.ts'

const publicUrl = 'https://example.com'
const [firstKey, secondKey] = ['5e'.repeat(32), '66'.repeat(32)]
const verifierOf = (key: string, origin = 'example.com/log') => openSigner(origin, key).verifier

type World = { database: TestDatabase; book: Book }
let folder: string
let world: World
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'twofold-keys-'))
  world = await openWorld()
})
afterAll(async () => {
  await closeWorld(world)
  await rm(folder, { recursive: true })
})

async function openWorld(): Promise<World> {
  const database = await createTestDatabase()
  return { database, book: await openBook({ ...database, log: pino({ level: 'silent' }) }) }
}

async function closeWorld({ database, book }: World): Promise<void> {
  await book.close()
  await database.close()
}

type Round = { logKey: string; logKeyBefore?: string | null; dataDir?: string; publicUrl?: string }

/** A member joins, and the worker runs a round. @returns the served checkpoint */
async function round(options: Round, { database, book }: World = world): Promise<string> {
  await book.submit({ command: { kind: 'register', sponsor: 1 }, by: { system: 'test' } })
  const config = {
    publicUrl,
    dataDir: folder,
    logKeyBefore: null,
    reserveWallets: [],
    witnesses: [],
    logEveryMs: 60_000,
    anchorKey: null,
    anchorTo: null,
    ...options,
  }
  const log = pino({ level: 'silent' })
  const { db } = database
  await runRound({ config, db, book, tron: noNodes, log, stopping: new AbortController().signal })
  return (await readCheckpointNote(db)) ?? ''
}

const signersOf = (note: string): string[] =>
  [firstKey, secondKey].filter(
    (key) => !isFault(openCheckpoint(note, [verifierOf(key)], ed25519.verify)),
  )

test('signs with both keys until readers have switched to the new one', async () => {
  expect(signersOf(await round({ logKey: firstKey }))).toEqual([firstKey])
  const both = await round({ logKey: secondKey, logKeyBefore: firstKey })
  expect(signersOf(both)).toEqual([firstKey, secondKey])
  const keys = (await readVerifiers(world.database.db)).trimEnd().split('\n')
  expect(keys).toHaveLength(2)

  // An auditor who saved only the old key can verify until that key stops signing.
  const audit = async (name: string) => {
    const file = join(folder, name)
    await writeAudit(world.database.db, file)
    return verifyAudit(readAuditLines(file), { keys: keys.slice(0, 1), checkpoints: [] })
  }
  expect(await audit('both.gz')).toMatchObject({ keysKept: true, sheets: 1 })
  expect(signersOf(await round({ logKey: secondKey }))).toEqual([secondKey])
  await expect(audit('after.gz')).rejects.toThrow('No known key signed this note.')
})

test('serves no checkpoint without a copy outside the database', async () => {
  const before = await readCheckpointNote(world.database.db)
  const dataDir = join(folder, 'full')
  await writeFile(dataDir, 'a file, where a folder should be')
  await expect(round({ logKey: secondKey, dataDir })).rejects.toThrow("can't be copied")
  expect(await readCheckpointNote(world.database.db)).toBe(before)
  // Once there is room again, the same log continues.
  await rm(dataDir)
  expect(await round({ logKey: secondKey, dataDir })).not.toBe(before)
})

test('says since when the log rests, whatever the reason becomes meanwhile', async () => {
  const { db } = world.database
  // In microseconds, because two changes may fall in one millisecond.
  const since = sql<bigint>`(extract(epoch from since) * 1000000)::bigint`.as('since')
  const readRest = () => db.selectFrom('log_rest').select(['why', since]).executeTakeFirstOrThrow()
  const before = await readRest()
  await noteRest(db, 'the log has 18 commands')
  const first = await readRest()
  expect(first.since).toBeGreaterThan(before.since)
  await noteRest(db, 'the log has 19 commands')
  expect(await readRest()).toEqual({ why: 'the log has 19 commands', since: first.since })
  await noteRest(db, null)
  await noteRest(db, 'again')
  const again = await readRest()
  expect(again.since).toBeGreaterThan(first.since)
  await noteRest(db, null)
  expect((await readRest()).why).toBeNull()
})

const passwordOf = (name: string): string => `the password of ${name}`

async function addAdmin({ database }: World, name: string, role = 'admin'): Promise<void> {
  await database.pool.query(
    `insert into operators (username, role, password_hash, must_change_password)
     values ($1, $2, $3, false)`,
    [name, role, await hashPassword(passwordOf(name))],
  )
}

const as = (operator: string) => ({ operator, password: passwordOf(operator) })

test.runIf(isLong)(
  'starts a log with another name after two admins confirm lost commands',
  async () => {
    await using restored = await restoredWorld()
    const { db, url } = restored.database
    const why = 'The backup of 3 November lacked twelve minutes.'
    const ask = { ...as('ada'), why, dataDir: folder }
    const approve = { publicUrl, logKey: secondKey }
    for (const name of ['ada', 'bo']) await addAdmin(restored, name)
    await addAdmin(restored, 'cy', 'support')

    // The backup has an earlier checkpoint, which the new log must continue.
    const dataDir = join(folder, 'before')
    await mkdir(dataDir)
    await round({ logKey: secondKey, dataDir }, restored)
    await expect(proposeEpoch(db, ask)).rejects.toThrow('The log works')
    const lost = await round({ logKey: secondKey }, restored).catch((error: unknown) => error)
    expect(String(lost)).toContain('LogBehind')
    await db
      .updateTable('log_rest')
      .set({ why: String(lost) })
      .execute()

    await expect(proposeEpoch(db, { ...ask, ...as('cy') })).rejects.toThrow('no active admin')
    await expect(proposeEpoch(db, { ...ask, why: 'so' })).rejects.toThrow('Say why')
    await expect(approveEpoch(db, { ...approve, ...as('bo') })).rejects.toThrow('Nobody proposed')
    // As an admin types it on the worker's machine.
    const env = { DATABASE_URL: url, DATA_DIR: folder, LOG_KEY: secondKey, PUBLIC_URL: publicUrl }
    const files = Object.fromEntries(['ada', 'bo'].map((name) => [name, join(folder, name)]))
    for (const [name, path] of Object.entries(files)) await writeFile(path, `${passwordOf(name)}\n`)
    const typeAs = (name: string, whose: string, ...args: string[]) => {
      const who = ['--operator', name, '--password-file', files[whose] ?? '']
      return runProgram('cli/public-log.ts', { args: [...args, ...who], env })
    }
    const proposed = await typeAs('ada', 'ada', 'new-epoch', '--why', why)
    expect([proposed.code, proposed.said]).toEqual([0, expect.stringContaining('Another admin')])
    const alone = await typeAs('ada', 'ada', 'approve')
    expect([alone.code, alone.said]).toEqual([1, expect.stringContaining('Another admin must')])
    // The proposer knows the other admin's name, but not their password.
    const forged = await typeAs('bo', 'ada', 'approve')
    expect([forged.code, forged.said]).toEqual([
      1,
      expect.stringContaining('not the password of bo'),
    ])
    const setRole = (role: 'admin' | 'finance') =>
      db.updateTable('operators').set({ role }).where('username', '=', 'ada').execute()
    await setRole('finance')
    const former = await typeAs('bo', 'bo', 'approve')
    expect([former.code, former.said]).toEqual([
      1,
      expect.stringContaining('ada is no longer an admin'),
    ])
    await setRole('admin')
    const approved = await typeAs('bo', 'bo', 'approve')
    expect([approved.code, approved.said]).toEqual([0, expect.stringContaining(why)])

    const origin = await readOrigin(db, publicUrl)
    expect(origin).toBe('example.com/log2')
    expect(await readVerifiers(db)).toContain(verifierText(verifierOf(secondKey, origin)))
    const statement = openNote(
      await readEpochNotes(db),
      [verifierOf(secondKey, origin)],
      ed25519.verify,
    )
    if (isFault(statement)) throw new Error(statement.fault)
    expect(statement.text).toContain('Former log: example.com/log ')
    expect(statement.text).toContain(why)
    const note = await round({ logKey: secondKey }, restored)
    expect(note).toMatch(/^example\.com\/log2\n/)
    await requireSamePast(restored, { origin, former: 'example.com/log' })
    expect(isFault(readPolicy(sha256, await readSuggestedPolicy(db, [])))).toBe(false)
    expect(await readFile(join(folder, 'last-checkpoint'), 'utf8')).toBe(note)
    const { rows } = await restored.database.pool.query<{ action: string }>(
      `select action from audit_entries where object = 'public log' order by no`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['propose a new log', 'begin a new log'])
    await expect(approveEpoch(db, { ...approve, ...as('bo') })).rejects.toThrow('Nobody proposed')

    // A wrong password is recorded, and no one may try many.
    const wrong = await restored.database.pool.query<{ operator: string }>(
      `select operator from audit_entries where action like 'type a wrong password%'`,
    )
    expect(wrong.rows).toEqual([{ operator: 'bo' }])
    const guess = () => approveEpoch(db, { ...approve, operator: 'ada', password: 'a guess' })
    await expect(
      (async () => {
        for (let no = 0; no < 12; no++) await guess().catch(requireWrongPassword)
      })(),
    ).rejects.toThrow('Too many attempts')
  },
)

/** An auditor compares what they kept of the former log with the entries of the new one. */
async function requireSamePast(
  { database: { db } }: World,
  { origin, former }: { origin: string; former: string },
): Promise<void> {
  const file = join(folder, 'past.gz')
  await writeAudit(db, file)
  const keys = [origin, former].map((name) => verifierText(verifierOf(secondKey, name)))
  const auditWith = (root: Uint8Array) => {
    const { verifier, sign } = openSigner(former, secondKey)
    const kept = signNote(checkpointText({ origin: former, size: 1, root }), verifier, sign)
    return verifyAudit(readAuditLines(file), { keys, checkpoints: [kept] })
  }
  expect(await auditWith(await readRoot(db, 1))).toMatchObject({ origin, keysKept: true })
  await expect(auditWith(new Uint8Array(32))).rejects.toThrow(
    `Its former log, ${former}, signed it`,
  )
}

/** Waits out the refusal after a wrong password. */
function requireWrongPassword(error: unknown): void {
  if (!String(error).includes('not the password of ada')) throw error
}

test('keeps the log’s name when the installation moves to another address', async () => {
  // The other folder may hold the checkpoint of a later log.
  const dataDir = join(folder, 'moved')
  await mkdir(dataDir)
  const note = await round({ logKey: secondKey, dataDir, publicUrl: 'https://moved.example' })
  expect(note).toMatch(/^example\.com\/log\n/)
})

test('proves a command with its own log, even if only the next one has witnesses', async () => {
  await using began = await restoredWorld()
  const { db } = began.database
  const dataDir = join(folder, 'began')
  await mkdir(dataDir)
  const own = await round({ logKey: secondKey, dataDir }, began)
  const [, size = ''] = own.split('\n')
  // The log began again, and only then got a witness.
  const key = ed25519.getPublicKey(new Uint8Array(32).fill(7))
  const verifier = verifierOfKey(sha256, 'w.example', key, KEY_TYPES.witness)
  const later = Number(size) + 1
  const note = own.replace(`/log\n${size}\n`, `/log2\n${later}\n`)
  const root = Buffer.alloc(32, 1)
  await db
    .insertInto('log_checkpoints')
    .values({ size: BigInt(later), root, note })
    .execute()
  await keepCosignature(db, later, verifier, '— w.example AAAA\n')
  const witnesses = [{ verifier, url: 'https://w.example' }]
  expect((await readFirst(db, BigInt(size), witnesses))?.note).toBe(own)
  expect((await readFirst(db, BigInt(later), witnesses))?.note).toContain('w.example')
})

/** A ledger with fewer commands than the last checkpoint in the folder. */
async function restoredWorld(): Promise<World & AsyncDisposable> {
  const restored = await openWorld()
  return { ...restored, [Symbol.asyncDispose]: () => closeWorld(restored) }
}
