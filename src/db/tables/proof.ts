// Written from the migrated database by `npm run schema`.

import type { Generated, GeneratedAlways } from 'kysely'

export interface ProofTables {
  /** The sealed sheet of each UTC day. A day without a row has no sheet. */
  day_sheets: {
    day: string
    seq: bigint
    sha256: string
    sealed_at: Date
  }

  /**
   * The exact bytes of sheets and their parts, by hash. Those of attempts that were never
   * sealed stay, too.
   */
  sheet_bodies: {
    sha256: string
    day: string
    name: string
    body: string
    stored_at: Generated<Date>
  }

  /** The Merkle tree of the public log. A tile only ever grows. */
  log_tiles: {
    level: number
    no: bigint
    hashes: Buffer
  }

  /** Every checkpoint of the public log that we signed. */
  log_checkpoints: {
    size: bigint
    root: Buffer
    note: string
    signed_at: Generated<Date>
  }

  /** The key behind the hashes of a member's addresses and texts in the public log. */
  log_member_keys: {
    member_no: number
    key: Buffer
  }

  /** The keys behind operators' pseudonyms and each month's salts in the public log. */
  log_keys: {
    name: string
    key: Buffer
  }

  /** The public keys that have signed checkpoints of the log. */
  log_signers: {
    verifier: string
    since: Generated<Date>
  }

  /** Proposals to begin the public log again. */
  log_epoch_proposals: {
    no: GeneratedAlways<number>
    lost: string
    why: string
    proposed_by: string
    proposed_at: Generated<Date>
  }

  /** Later beginnings of the public log, each under a name of its own. */
  log_epochs: {
    no: number
    proposal_no: number
    note: string
    proposed_by: string
    approved_by: string
    begun_at: Generated<Date>
  }

  /** Why no checkpoint is signed: the database has lost or changed what one says. */
  log_rest: {
    is_only: Generated<boolean>
    why: string | null
    since: Generated<Date>
  }
}
