import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainEvent } from './chain.ts'

/** The chain on disk: an append-only file with one event per line. */
export type Journal = {
  append(event: ChainEvent): void
  close(): void
}

/**
 * Opens the events of a data directory, creating it if necessary. A line truncated by a kill is
 * removed; its request was never answered.
 */
export function openJournal(dataDir: string): { events: ChainEvent[]; journal: Journal } {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'chain.jsonl')
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1)
  const events = whole
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ChainEvent) // we append nothing else
  const file = openSync(path, 'a')
  if (whole.length < bytes.length) ftruncateSync(file, whole.length)
  return {
    events,
    journal: {
      append: (event) => writeSync(file, `${JSON.stringify(event)}\n`),
      close: () => closeSync(file),
    },
  }
}
