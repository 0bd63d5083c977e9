import { z } from 'zod'
import { at, described, flag, idOf, str, whole } from '../fields/described.ts'

// The audit log.

const ENTRY_HASH = '9f2c1d6b0e7a4c8f5b3d2e1a0c9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d'

export const AuditEntry = z
  .object({
    id: idOf('The entry’s number, counting up.'),
    at: at('When it happened.'),
    operator: str('Who did it.', 'sam'),
    action: str('What they did.', 'approve withdrawal'),
    object: str('What they did it to.', 'withdrawal 4711'),
    before: described(z.unknown(), 'The object before the change, or null.', { state: 'pending' }),
    after: described(z.unknown(), 'The object after the change, or null.', { state: 'approved' }),
    reason: str(
      'The reason they gave; null where none is asked for.',
      'Checked by phone.',
    ).nullable(),
    hash: str('SHA-256 of this entry and the previous hash, in hexadecimal.', ENTRY_HASH),
  })
  .meta({ id: 'AuditEntry', description: 'A change made by an operator.' })

export const AuditCheck = z
  .object({
    ok: flag('Whether the whole chain of hashes is intact.'),
    checked_at: at('When the check ran.'),
    entries: whole('How many entries were checked.', 4711),
    broken_at: str('The first entry whose hash doesn’t match; null if all do.', '4700')
      .nullable()
      .meta({ example: null }),
    head: str(
      'The hash of the newest entry. Store it elsewhere to detect a truncated log.',
      ENTRY_HASH,
    ),
  })
  .meta({ id: 'AuditCheck', description: 'The result of checking the audit log.' })
