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
  /** Writes what waits. Pino calls it after a fatal line, and we do before the process exits. */
  flushSync(): void
  /** Calls back once everything so far is written or lost. */
  flush(onEnd: () => void): void
}

let lost = 0
const outputs = new Set<LogOutput>()
process.once('exit', () => {
  for (const output of outputs) output.flushSync()
})

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
export const openLogOutput = (
  fd: number,
  onRecovered: (lines: number) => void = () => {},
): LogOutput => {
  const output = new Output(fd, onRecovered)
  outputs.add(output)
  return output
}

class Output implements LogOutput {
  readonly #fd: number
  readonly #onRecovered: (lines: number) => void
  #waiting: string[] = []
  #size = 0
  #current: Batch | null = null
  #inFlight: Batch | null = null
  #retry: NodeJS.Timeout | undefined
  #untold = 0
  /** Whether the output ends within a line. */
  #isTorn = false
  /** How many lines waited so far, how many of them ended, and who waits for that. */
  #given = 0
  #ended = 0
  #flushing: { readonly until: number; readonly onEnd: () => void }[] = []

  constructor(fd: number, onRecovered: (lines: number) => void) {
    this.#fd = fd
    this.#onRecovered = onRecovered
  }

  write(line: string): void {
    if (this.#size + line.length > MAX_WAITING) return this.#lose(1)
    this.#given += 1
    this.#waiting.push(line)
    this.#size += line.length
    this.#writeNext()
  }

  flushSync(): void {
    const untilMs = performance.now() + MAX_FLUSH_MS
    // A write in the background ends on its own.
    if (this.#inFlight) this.#current = null
    for (let batch = this.#take(); batch; batch = this.#take()) {
      try {
        this.#settle(batch, null, writeSync(this.#fd, batch.bytes))
      } catch (error) {
        if (isBusy(error) && performance.now() < untilMs) sleep(BUSY_MS)
        else this.#settle(batch, error, 0)
      }
    }
  }

  flush(onEnd: () => void): void {
    this.#flushing.push({ until: this.#given, onEnd })
    this.#end(0)
  }

  #end(lines: number): void {
    this.#ended += lines
    const isOver = ({ until }: { until: number }): boolean => until <= this.#ended
    const over = this.#flushing.filter(isOver)
    this.#flushing = this.#flushing.filter((each) => !isOver(each))
    for (const { onEnd } of over) onEnd()
  }

  #lose(lines: number): void {
    lost += lines
    this.#untold += lines
  }

  #take(): Batch | null {
    if (this.#current) return this.#current
    let [lines, length] = [0, 0]
    while (lines < this.#waiting.length && (lines === 0 || length < MAX_WRITE)) {
      length += this.#waiting[lines]?.length ?? 0
      lines += 1
    }
    if (lines === 0) return null
    const text = this.#waiting.splice(0, lines).join('')
    this.#size -= length
    const bytes = Buffer.from(this.#isTorn ? `\n${text}` : text)
    return (this.#current = { bytes, lines, isBegun: false })
  }

  #settle(batch: Batch, error: unknown, count: number): void {
    if (error === null) {
      this.#isTorn = false
      batch.bytes = batch.bytes.subarray(count)
      batch.isBegun = true
      if (batch.bytes.length > 0) {
        this.#current ??= batch
        if (this.#current === batch) return
        // Others have gone before its rest.
        this.#isTorn = true
        this.#lose(batch.lines)
      } else this.#recover()
    } else {
      this.#isTorn ||= batch.isBegun
      this.#lose(batch.lines)
    }
    if (this.#current === batch) this.#current = null
    this.#end(batch.lines)
  }

  #recover(): void {
    const lines = this.#untold
    this.#untold = 0
    if (lines > 0) this.#onRecovered(lines)
  }

  #writeNext(): void {
    if (this.#inFlight || this.#retry) return
    const batch = this.#take()
    if (!batch) return
    this.#inFlight = batch
    write(this.#fd, batch.bytes, (error, count) => {
      this.#inFlight = null
      if (!isBusy(error)) {
        this.#settle(batch, error, count)
        return this.#writeNext()
      }
      this.#retry = setTimeout(() => {
        this.#retry = undefined
        this.#writeNext()
      }, BUSY_MS)
    })
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))
const sleep = (ms: number): void => void Atomics.wait(sleeper, 0, 0, ms)
