/** Reads of a balance right after the member changed it. None may show the one of before. */
import { ask } from './wire.ts'

export type OwnReads = {
  /** One of so many changes is read back. */
  every: number
  done: number
  stale: number
  /** Answers that a server is not there. */
  refused: number
  /** Other answers of the kind 5xx. */
  readonly failed: string[]
  /** How long each answer took, in milliseconds. */
  ms: number[]
  forget(): void
}

export function makeOwnReads(every: number): OwnReads {
  return {
    every,
    done: 0,
    stale: 0,
    refused: 0,
    failed: [],
    ms: [],
    forget() {
      this.done = 0
      this.stale = 0
      this.refused = 0
      this.failed.length = 0
      this.ms = []
    },
  }
}

type Change = {
  readonly url: string
  readonly token: string
  readonly seen: string | null
  /** Whether the balance has to be below `full`, or just that. */
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
  if (answer === null) return
  const { status, body, balance } = answer
  if (status === 503) reads.refused++
  else if (status >= 500) reads.failed.push(`${status} ${JSON.stringify(body).slice(0, 300)}`)
  if (status !== 200) return
  reads.done++
  reads.ms.push(performance.now() - started)
  if (balance < full !== isLess) reads.stale++
}
