import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

// Pino's own output ends the process when it can't write, and first tries to write that, forever.
// A full disk must cost log lines, and nothing else.

/** Docker reads this much at once. */
const MAX_WRITE = 16_384
/** How many characters wait for a reader that is slow. */
const MAX_WAITING = 16_000_000
const BUSY_MS = 100
/** How long a last line waits for a reader. */
const MAX_FLUSH_MS = 1_000

type Batch = { bytes: Buffer; readonly lines: number; isBegun: boolean }

export type LogOutput = DestinationStream & {
  /** Writes what waits. Pino calls it after a fatal line. */
  flushSync(): void
}

let lost = 0

/** How many lines of this process's log couldn't be written. */
export const lostLines = (): number => lost

/** Without these, a failure to print something would end the process. */
export function survivePrinting(): void {
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY')

/**
 * Writes lines to a file descriptor, in the background. Drops those that can't be written.
 * @param onRecovered called when a write succeeds again, with the number of lines lost meanwhile
 */
export function openLogOutput(
  fd: number,
  onRecovered: (lines: number) => void = () => {},
): LogOutput {
  let waiting: string[] = []
  let size = 0
  let current: Batch | null = null
  let inFlight: Batch | null = null
  let retry: NodeJS.Timeout | undefined
  let untold = 0
  /** Whether the output ends within a line. */
  let isTorn = false

  const lose = (lines: number): void => {
    lost += lines
    untold += lines
  }
  const take = (): Batch | null => {
    if (current) return current
    let [lines, length] = [0, 0]
    while (lines < waiting.length && (lines === 0 || length < MAX_WRITE)) {
      length += waiting[lines]?.length ?? 0
      lines += 1
    }
    if (lines === 0) return null
    const text = waiting.slice(0, lines).join('')
    waiting = waiting.slice(lines)
    size -= length
    return (current = { bytes: Buffer.from(isTorn ? `\n${text}` : text), lines, isBegun: false })
  }
  const settle = (batch: Batch, error: unknown, count: number): void => {
    if (error !== null) {
      isTorn ||= batch.isBegun
      lose(batch.lines)
    } else {
      isTorn = false
      batch.bytes = batch.bytes.subarray(count)
      batch.isBegun = true
      if (batch.bytes.length > 0) {
        // Others may have gone before its rest.
        current ??= batch
        if (current === batch) return
        isTorn = true
        return lose(batch.lines)
      }
      const lines = untold
      untold = 0
      if (lines > 0) onRecovered(lines)
    }
    if (current === batch) current = null
  }
  const writeNext = (): void => {
    if (inFlight || retry) return
    const batch = take()
    if (!batch) return
    inFlight = batch
    write(fd, batch.bytes, (error, count) => {
      inFlight = null
      if (isBusy(error)) {
        retry = setTimeout(() => {
          retry = undefined
          writeNext()
        }, BUSY_MS)
        return
      }
      settle(batch, error, count)
      writeNext()
    })
  }
  return {
    write(line) {
      if (size + line.length > MAX_WAITING) return lose(1)
      waiting.push(line)
      size += line.length
      writeNext()
    },
    flushSync() {
      const untilMs = performance.now() + MAX_FLUSH_MS
      // A write in the background ends by itself.
      if (inFlight) current = null
      for (let batch = take(); batch; batch = take()) {
        try {
          settle(batch, null, writeSync(fd, batch.bytes))
        } catch (error) {
          if (isBusy(error) && performance.now() < untilMs) sleep(BUSY_MS)
          else settle(batch, error, 0)
        }
      }
    },
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))
const sleep = (ms: number): void => void Atomics.wait(sleeper, 0, 0, ms)
