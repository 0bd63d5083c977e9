import { open, readFile, rename, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { z } from 'zod'
import type { Db } from '../../../db/types.ts'
import { replaceFile } from '../../files/files.ts'
import { planAudit, readSlice } from './export-audit.ts'

const compress = promisify(gzip)

/** How far an export got: the checkpoint's size, the last command, and the bytes written. */
const Progress = z.object({ size: z.int(), seq: z.int(), bytes: z.int() })
type Progress = z.output<typeof Progress>

type Written = { readonly entries: number; readonly bytes: number; readonly resumed: number }

type Options = {
  readonly onProgress?: (seq: number, size: number) => void
  /** Aborted to stop between two slices. */
  readonly stopping?: AbortSignal
  /** Whether to include the deposit addresses that blocks drew. */
  readonly samples?: boolean
  /** Commands in one slice. */
  readonly most?: number
}

/**
 * Writes an audit file. Each slice is a separate gzip member. A second file records our progress,
 * so an interrupted run continues with the same checkpoint. The audit file gets its name once it is
 * complete.
 * @returns null if no checkpoint is signed yet, or the run was stopped
 */
export async function writeAudit(db: Db, path: string, options: Options = {}) {
  const [part, mark] = [`${path}.part`, `${path}.part.json`]
  const before = await readProgress(mark)
  const plan = (before && (await planAudit(db, before.size))) ?? (await planAudit(db))
  if (!plan) return null
  const { size } = plan.header
  const { samples = false } = options
  const from = before?.size === size ? before : { size, seq: 0, bytes: 0 }
  const file = await open(part, from.seq > 0 ? 'r+' : 'w', 0o600)
  let { seq, bytes } = from
  try {
    await file.truncate(bytes)
    while (seq < size && !options.stopping?.aborted) {
      const { until, lines } = await readSlice(db, { ...plan, samples }, seq, options.most)
      const packed = await compress(`${lines.join('\n')}\n`)
      await file.write(packed, 0, packed.length, bytes)
      await file.datasync()
      bytes += packed.length
      seq = until
      await replaceFile(mark, JSON.stringify({ size, seq, bytes } satisfies Progress))
      options.onProgress?.(seq, size)
    }
  } finally {
    await file.close()
  }
  if (seq < size) return null
  await rename(part, path)
  await rm(mark, { force: true })
  return { entries: size, bytes, resumed: from.seq } satisfies Written
}

async function readProgress(mark: string): Promise<Progress | null> {
  try {
    return Progress.parse(JSON.parse(await readFile(mark, 'utf8')))
  } catch {
    // Without it, or with one that was cut off, the export begins again.
    return null
  }
}
