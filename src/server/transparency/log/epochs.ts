/**
 * A new epoch of the public log, after commands that a checkpoint covers are permanently lost. It
 * has a new name and a signed statement with the reason. One admin proposes it, and another
 * approves.
 */
import { readFile } from 'node:fs/promises'
import type { Db, Tx } from '../../../db/types.ts'
import { peekCheckpoint, signNote, verifierText, type Checkpoint } from '../../../proof/note.ts'
import { epochOf, lossesIn, lossText, type Loss } from '../../../proof/epochs.ts'
import { emptyRoot } from '../../../proof/tree.ts'
import { Rejection } from '../../../contract/refusals/reject.ts'
import { audit } from '../../audit/audit.ts'
import { byOperator } from '../../http/limit-key.ts'
import { countShared } from '../../http/rate-limit.ts'
import { isPassword } from '../../passwords/password.ts'
import { selectAdmins } from '../../rights/active-admins.ts'
import { originOf } from './origin.ts'
import { sha256 } from './sha256.ts'
import { lastCheckpointIn, openSigner, readLastSigned } from './sign-checkpoint.ts'

/** Why no new epoch starts, for the admin who asked. */
export class EpochRefused extends Error {
  override name = 'EpochRefused'
}

/** The log's current name: the first epoch's, or with the number of a later one. */
export async function readOrigin(db: Db, publicUrl: string): Promise<string> {
  return epochName(await readName(db, publicUrl), await readEpochNo(db))
}

/** The number of the current log. */
export async function readEpochNo(db: Db | Tx): Promise<number> {
  const row = await db
    .selectFrom('log_epochs')
    .select(({ fn }) => fn.max('no').as('no'))
    .executeTakeFirst()
  return row?.no ?? 1
}

/**
 * The name without a number. Readers know the log by the name that its first key was published
 * under, so it stays the same when PUBLIC_URL changes.
 */
async function readName(db: Db | Tx, publicUrl: string): Promise<string> {
  const first = await db
    .selectFrom('log_signers')
    .select('verifier')
    .orderBy('since')
    .limit(1)
    .executeTakeFirst()
  const [name] = first?.verifier.split('+') ?? []
  return name?.replace(/(?<=\/log)\d+$/, '') ?? originOf(publicUrl)
}

const epochName = (name: string, no: number): string => `${name}${no > 1 ? no : ''}`

/** The signed statements of all later epochs, oldest first. */
export const readNotes = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('log_epochs').select('note').orderBy('no').execute()).map(({ note }) => note)

/** The same as one file. */
export const readEpochNotes = async (db: Db): Promise<string> => (await readNotes(db)).join('\n')

/** What those statements say. */
export const readLosses = async (db: Db): Promise<Loss[]> => lossesIn(await readNotes(db))

/**
 * The deciding admin. The password proves their identity, because others may use the same shell.
 */
export type Admin = { readonly operator: string; readonly password: string }

async function authenticateAdmin(db: Db, { operator: name, password }: Admin): Promise<string> {
  const row = await db
    .selectFrom('operators')
    .select(['username', 'password_hash', 'must_change_password'])
    .where('username', '=', name.toLowerCase())
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new EpochRefused(`${name} is no active admin.`)
  if (row.must_change_password) {
    throw new EpochRefused(`${name} has to choose a password in the console first.`)
  }
  await requirePassword(db, row, password)
  return row.username
}

/**
 * Checks the right again in the transaction. Proposals can't be ended, because their rows never
 * change, and the worker's database role can't lock operators.
 */
async function requireStillAdmin(tx: Tx, name: string, what = 'Nothing changed.'): Promise<void> {
  if (await selectAdmins(tx, [name]).executeTakeFirst()) return
  throw new EpochRefused(`${name} is no longer an admin. ${what}`)
}

/** Counts the attempt with those of the console, and records a wrong one. */
async function requirePassword(
  db: Db,
  { username, password_hash: hash }: { username: string; password_hash: string },
  password: string,
): Promise<void> {
  try {
    await countShared(db, 'operatorStepUp', byOperator(username))
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    throw new EpochRefused('Too many attempts. Try again in a minute.')
  }
  if (await isPassword(password, hash)) return
  const action = 'type a wrong password for a new log'
  const entry = { operator: username, action, object: `operator ${username}` }
  await db.transaction().execute((tx) => audit(tx, [{ ...entry, requestId: 'command line' }]))
  throw new EpochRefused(`This is not the password of ${username}.`)
}

/** A working log must continue. */
async function requireRest(db: Db): Promise<string> {
  const row = await db.selectFrom('log_rest').select('why').executeTakeFirst()
  if (typeof row?.why === 'string') return row.why
  throw new EpochRefused('The log works: there is nothing to begin again.')
}

async function readLost(dataDir: string): Promise<{ note: string; checkpoint: Checkpoint }> {
  const note = await readFile(lastCheckpointIn(dataDir), 'utf8').catch(() => '')
  const checkpoint = peekCheckpoint(note)
  if (checkpoint) return { note, checkpoint }
  throw new EpochRefused('DATA_DIR has no last checkpoint. Run this where the worker runs.')
}

/** The proposal that awaits approval. */
const readProposal = (db: Db) =>
  db
    .selectFrom('log_epoch_proposals')
    .select(['no', 'lost', 'why', 'proposed_by', 'proposed_at'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('log_epochs')
            .select('proposal_no')
            .whereRef('log_epochs.proposal_no', '>=', 'log_epoch_proposals.no'),
        ),
      ),
    )
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()

type Proposed = Admin & { readonly why: string; readonly dataDir: string }

/** Proposes a new epoch. A later proposal replaces a pending one. */
export async function proposeEpoch(db: Db, proposed: Proposed): Promise<string> {
  const { why, dataDir } = proposed
  const admin = await authenticateAdmin(db, proposed)
  await requireRest(db)
  const { note } = await readLost(dataDir)
  if (!/^[^\p{Cc}\p{Zl}\p{Zp}]{10,500}$/u.test(why)) {
    throw new EpochRefused('Say why in one line of 10 to 500 characters: everyone will read it.')
  }
  await db.transaction().execute(async (tx) => {
    await requireStillAdmin(tx, admin)
    await tx
      .insertInto('log_epoch_proposals')
      .values({ lost: note, why, proposed_by: admin })
      .execute()
    const entry = { operator: admin, action: 'propose a new log', object: 'public log' }
    await audit(tx, [{ ...entry, reason: why, requestId: 'command line' }])
  })
  return why
}

type Approved = Admin & { readonly publicUrl: string; readonly logKey: string }

/**
 * Starts the proposed epoch.
 * @returns the signed statement, which `/log/epochs` serves
 */
export async function approveEpoch(db: Db, approved: Approved): Promise<string> {
  const { publicUrl, logKey } = approved
  const admin = await authenticateAdmin(db, approved)
  await requireRest(db)
  const proposal = await readProposal(db)
  if (!proposal) throw new EpochRefused('Nobody proposed a new beginning.')
  if (proposal.proposed_by === admin) throw new EpochRefused('Another admin must approve it.')
  const { lost, why, proposed_by: proposer } = proposal
  const former = peekCheckpoint(lost)
  if (!former) throw new EpochRefused('The checkpoint that was lost cannot be read.')
  return await db.transaction().execute(async (tx) => {
    await requireStillAdmin(tx, admin)
    await requireStillAdmin(tx, proposer, 'Another admin must propose it again.')
    // A restored database may lack a log that had this name.
    const no = Math.max(await readEpochNo(tx), epochOf(former.origin).no) + 1
    const origin = epochName(await readName(tx, publicUrl), no)
    const loss = { origin, lost: former, kept: await readRemaining(tx), why }
    const { verifier, sign } = openSigner(origin, logKey)
    const note = signNote(lossText(loss), verifier, sign)
    const by = { proposed_by: proposer, approved_by: admin }
    await tx
      .insertInto('log_epochs')
      .values({ no, proposal_no: proposal.no, note, ...by })
      .execute()
    // Readers need its key for the statement, before there is a command to sign.
    await tx
      .insertInto('log_signers')
      .values({ verifier: verifierText(verifier) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const entry = { operator: admin, action: 'begin a new log', object: 'public log' }
    await audit(tx, [{ ...entry, after: { no, ...by }, reason: why, requestId: 'command line' }])
    return note
  })
}

/** The last tree that the new log continues: whatever was signed after it may be lost. */
const readRemaining = async (tx: Tx): Promise<Loss['kept']> =>
  (await readLastSigned(tx)) ?? { size: 0, root: emptyRoot(sha256) }
