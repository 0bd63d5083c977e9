/** Reads of a balance right after the member changed it. None may show the old balance. */
import { ask } from './wire.ts'

export type OwnReads = {
  /** One in this many changes is read back. */
  every: number
  done: number
  stale: number
  /** Answers that report an unavailable server. */
  refused: number
  /** Reads without any answer. */
  unanswered: number
  /** Other 5xx answers. */
  readonly failed: string[]
  /** The duration of each answer, in milliseconds. */
  ms: number[]
  forget(): void
}

export function makeOwnReads(every: number): OwnReads {
  return {
    every,
    done: 0,
    stale: 0,
    refused: 0,
    unanswered: 0,
    failed: [],
    ms: [],
    forget() {
      this.done = 0
      this.stale = 0
      this.refused = 0
      this.unanswered = 0
      this.failed.length = 0
      this.ms = []
    },
  }
}

type Change = {
  readonly url: string
  readonly token: string
  readonly seen: string | null
  /** Whether the balance must be below `full`, or exactly that. */
  readonly isLess: boolean
  readonly full: number
}

export async function readBalance(url: string, token: string, seen: string | null = null) {
  const { status, body } = await ask(url, 'GET', 'accounts/me/', undefined, { token, seen })
  return { status, body, balance: Number(body.wallet_balance) }
}

/** Reads a change back, from any web process. */
export async function readBack(reads: OwnReads, change: Change): Promise<void> {
  const { url, token, seen, isLess, full } = change
  const started = performance.now()
  const answer = await readBalance(url, token, seen).catch(() => null)
  if (answer === null) {
    reads.unanswered++
    return
  }
  const { status, body, balance } = answer
  if (status === 503) reads.refused++
  else if (status >= 500) reads.failed.push(`${status} ${JSON.stringify(body).slice(0, 300)}`)
  if (status !== 200) return
  reads.done++
  reads.ms.push(performance.now() - started)
  if (balance < full !== isLess) reads.stale++
}
