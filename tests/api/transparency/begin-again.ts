/** A log that lost commands, and began again after two admins had confirmed it. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { checkpointText, signNote } from '../../../src/proof/note.ts'
import { hashPassword } from '../../../src/server/passwords/password.ts'
import { approveEpoch, proposeEpoch } from '../../../src/server/transparency/log/epochs.ts'
import { growLog, readLogSize } from '../../../src/server/transparency/log/grow-log.ts'
import { noteRest } from '../../../src/server/transparency/log/rest.ts'
import { openSigner, signCheckpoint } from '../../../src/server/transparency/log/sign-checkpoint.ts'
import type { Edge } from '../support/edge.ts'
import { addMember } from '../support/members.ts'
import { testSigner } from '../support/makers/transparency-makers.ts'

const KEY = '5e'.repeat(32)
export const why = 'The backup of 3 November lacked twelve minutes.'
/** How many commands the log had after the last that remains. */
export const LOST = 3

/** Signs a checkpoint of the former log as it could have been. */
export const formerCheckpoint = (size: number, root: Uint8Array): string =>
  signNote(checkpointText({ origin: 'test/log', size, root }), testSigner.verifier, testSigner.sign)

const as = (operator: string) => ({ operator, password: `the password of ${operator}` })

async function addAdmin({ db }: Edge, username: string): Promise<void> {
  const hash = await hashPassword(as(username).password)
  await db
    .insertInto('operators')
    .values({ username, role: 'admin', password_hash: hash, must_change_password: false })
    .execute()
}

/** Signs the new log with all possible entries. */
export async function signNewLog({ db, config }: Edge): Promise<void> {
  while ((await growLog(db)) > 0);
  const log = pino({ level: 'silent' })
  const signer = openSigner('test/log2', KEY)
  await signCheckpoint({ db, signer, dataDir: config.dataDir, log })
}

/**
 * Loses what the log had after the present commands, and starts a new log, which soon has more.
 * @returns the former log's last checkpoint
 */
export async function beginAgain(edge: Edge): Promise<string> {
  const { db, config } = edge
  while ((await growLog(db)) > 0);
  const lost = formerCheckpoint((await readLogSize(db)) + LOST, new Uint8Array(32).fill(9))
  await mkdir(config.dataDir, { recursive: true })
  await writeFile(join(config.dataDir, 'last-checkpoint'), lost)
  for (const name of ['ada', 'bo']) await addAdmin(edge, name)
  await noteRest(db, 'the log has fewer commands')
  await proposeEpoch(db, { ...as('ada'), why, dataDir: config.dataDir })
  await approveEpoch(db, { ...as('bo'), publicUrl: config.publicUrl, logKey: KEY })
  await noteRest(db, null)
  for (let no = 0; no < 3; no++) await addMember(edge, `after${no}`)
  await signNewLog(edge)
  return lost
}
