import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Db } from '../../db/types.ts'
import { LOGGED } from '../audit/log-entries.ts'
import { roleNames, roles } from '../config/roles.ts'
import { plainLine } from './plain-line.ts'

const Line = z.object({
  msg: z.literal(LOGGED),
  // Only these processes write such lines (`startWatcher`). Another one could add false ones.
  part: z.enum(roleNames).refine((name) => roles[name].followsChain),
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
  // Lines repeat. If two with the same hash differ, one of them is false, and we show both.
  const lost = new Map<string, Set<string>>()
  let read = 0
  let step: Logged[] = []
  const compare = async (): Promise<void> => {
    const missing = await missingOf(db, step)
    for (const { hash, at, operator, action, object } of missing) {
      const line = plainLine(`${at}  ${operator}  ${action}  ${object}`)
      lost.set(hash, (lost.get(hash) ?? new Set()).add(line))
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
  return { read, lost: [...lost.values()].flatMap((each) => describe([...each])) }
}

const describe = (said: readonly string[]): string[] =>
  said.length === 1 ? [...said] : said.map((each) => `${each}  (its lines differ)`)

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
