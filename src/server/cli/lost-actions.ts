import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Db } from '../../db/types.ts'
import { LOGGED } from '../audit/log-entries.ts'
import { plainLine } from './plain-line.ts'

const Line = z.object({
  msg: z.literal(LOGGED),
  hash: z.hex().length(64),
  at: z.iso.datetime(),
  operator: z.string(),
  action: z.string(),
  object: z.hex().transform((hex) => Buffer.from(hex, 'hex').toString('utf8')),
})
type Logged = z.infer<typeof Line>

const STEP = 1000

/**
 * What operators did that the database lacks, according to the logs of the processes: a line for
 * each action, in the order of the logs.
 * @param lines JSON lines; others, and what a journal puts before them, are skipped
 */
export async function listLostActions(
  db: Db,
  lines: AsyncIterable<string>,
): Promise<{ read: number; lost: string[] }> {
  const lost = new Map<string, string>()
  let read = 0
  let step: Logged[] = []
  const compare = async (): Promise<void> => {
    const missing = await missingOf(db, step)
    for (const { hash, at, operator, action, object } of missing) {
      lost.set(hash, plainLine(`${at}  ${operator}  ${action}  ${object}`))
    }
    step = []
  }
  for await (const line of lines) {
    const entry = readLine(line)
    if (!entry) continue
    read += 1
    if (step.push(entry) === STEP) await compare()
  }
  await compare()
  return { read, lost: [...lost.values()] }
}

function readLine(line: string): Logged | undefined {
  const start = line.indexOf('{')
  if (start === -1 || !line.includes(LOGGED)) return undefined
  try {
    return Line.safeParse(JSON.parse(line.slice(start))).data
  } catch {
    return undefined
  }
}

async function missingOf(db: Db, entries: readonly Logged[]): Promise<Logged[]> {
  if (entries.length === 0) return []
  const hashes = entries.map(({ hash }) => Buffer.from(hash, 'hex'))
  const found = await db
    .selectFrom('audit_entries')
    .select('hash')
    .where('hash', 'in', hashes)
    .execute()
  const known = new Set(found.map(({ hash }) => hash.toString('hex')))
  return entries.filter(({ hash }) => !known.has(hash.toLowerCase()))
}

/** The same as text, from the standard input. */
export async function printLostActions(db: Db): Promise<string> {
  const { read, lost } = await listLostActions(db, createInterface({ input: process.stdin }))
  if (read === 0) {
    process.stderr.write('The log has no lines about audit entries. Which process wrote it?\n')
    process.exitCode = 1
    return ''
  }
  const rest = `${read} entries in the log, ${lost.length} that the database lacks\n`
  return [...lost.map((line) => `${line}\n`), rest].join('')
}
