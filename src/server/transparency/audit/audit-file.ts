/**
 * The audit file: gzip of one JSON value on each line, in this order.
 *
 * - the header: the log's name, the signed checkpoint whose entries follow, the public keys,
 *   and the statements of new logs;
 * - `{"month":…,"key":…}`: the key behind the salts of a month's lines, before its first entry;
 * - an entry, exactly as the log's leaf holds it, and then the array of its lines if it has any;
 * - `{"sheet":…,"parts":…}`: a day's sheet in its exact text, after the last entry of its cut;
 * - `{"end":…}`: how many entries there are.
 */
import { z } from 'zod'

export const Header = z.object({
  twofold_audit: z.literal(1),
  origin: z.string().min(1),
  size: z.int().positive(),
  checkpoint: z.string(),
  keys: z.array(z.string()).max(64),
  /** The signed statements of new logs, as `/log/epochs` has them. */
  epochs: z.array(z.string()).max(1_000).optional(),
})
export type Header = z.output<typeof Header>

export const MonthKey = z.object({ month: z.string(), key: z.base64() })
export const SealedSheet = z.object({
  sheet: z.string(),
  parts: z.record(z.string(), z.string()),
  /** Deposit addresses that a block drew, if the auditor gets them. */
  sample: z.string().optional(),
  /** The signed transaction that anchors the day, in hexadecimal. */
  anchor: z.string().optional(),
})
export const End = z.object({ end: z.int() })

/** The fields of an entry that an auditor relies on before the rules check it. */
export const AuditedEntry = z.object({
  v: z.literal(1),
  seq: z.int().positive(),
  at: z.int(),
  kind: z.string(),
  by: z.string(),
  in: z.record(z.string(), z.unknown()),
  fx: z.string(),
  n: z.int().nonnegative(),
  salt: z.string(),
})

/** A line longer than this isn't one of ours. */
export const MOST_LINE_BYTES = 64 * 1024 * 1024

/** The first fault in an audit file, as a sentence that names it. */
export class AuditFault extends Error {
  override name = 'AuditFault'
}
