/**
 * A witness (C2SP tlog-witness). It cosigns a log's checkpoint if the log has only grown since the
 * last checkpoint that the witness saw. Two readers with the same cosignatures see the same log.
 */
import { readConsistency } from '../../proof/consistency.ts'
import { verifyEd25519 } from '../../proof/ed25519.ts'
import {
  checkpointText,
  cosign,
  isFault,
  openNote,
  peekCheckpoint,
  type Checkpoint,
  type Verifier,
} from '../../proof/note.ts'
import { emptyRoot, equal, isConsistent } from '../../proof/tree.ts'
import { sha256 } from '../transparency/log/sha256.ts'
import { nameOf, type WitnessStore } from './witness-store.ts'

export type Answer = { readonly status: number; readonly body: string; readonly type?: string }

type Deps = {
  readonly store: WitnessStore
  readonly verifier: Verifier
  readonly sign: (text: Uint8Array) => Uint8Array
  /** Keys of the watched logs. Each has the name of its log. */
  readonly logs: readonly Verifier[]
  readonly now?: () => number
}

const SIZE_TYPE = 'text/x.tlog.size'

const refuse = (status: number, why: string): Answer => ({ status, body: `${why}\n` })

type Request = {
  readonly body: string
  readonly older: number
  readonly path: readonly Uint8Array[]
  readonly checkpoint: Checkpoint
  /** The note with the signatures of keys that we trust, and no others. */
  readonly note: string
}

export class Witness {
  readonly #deps: Deps
  /** One request at a time for each log, because each is compared with the last one's result. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Answers `add-checkpoint`. */
  async add(body: string): Promise<Answer> {
    const request = this.#read(body)
    if ('status' in request) return request
    const { origin } = request.checkpoint
    const turn = (this.#turns.get(origin) ?? Promise.resolve()).then(() => this.#decide(request))
    this.#turns.set(
      origin,
      turn.catch(() => undefined),
    )
    return await turn
  }

  /** The newest checkpoint of a log, by the hash of its name; undefined before the first. */
  async newest(hash: string): Promise<string | undefined> {
    const origin = this.#deps.logs.find(({ name }) => nameOf(name) === hash)?.name
    return origin === undefined ? undefined : ((await this.#deps.store.read(origin)) ?? undefined)
  }

  /** Runs all checks that need no state. */
  #read(body: string): Request | Answer {
    const proof = readConsistency(body)
    if (isFault(proof)) return refuse(400, `${proof.fault} ${proof.field}`)
    const claimed = peekCheckpoint(proof.note)
    if (!claimed) return refuse(400, 'This is not a checkpoint.')
    const keys = this.#deps.logs.filter(({ name }) => name === claimed.origin)
    if (keys.length === 0) return refuse(404, `We don't watch the log ${claimed.origin}.`)
    const opened = openNote(proof.note, keys, verifyEd25519)
    if (isFault(opened)) return refuse(403, `${opened.fault} ${opened.field}`)
    const { older, path } = proof
    if (older > claimed.size) return refuse(400, 'The old size is larger than the checkpoint.')
    const lines = proof.note.slice(opened.text.length + 1).split('\n')
    const trusted = lines.filter((line) => isLineOf(`${opened.text}\n${line}\n`, keys))
    const note = `${opened.text}\n${trusted.map((line) => `${line}\n`).join('')}`
    return { body, older, path, checkpoint: claimed, note }
  }

  async #decide(request: Request): Promise<Answer> {
    const { store } = this.#deps
    const { older, path, checkpoint, note, body } = request
    const kept = await store.read(checkpoint.origin)
    const last = kept === null ? null : peekCheckpoint(kept)
    if (older !== (last?.size ?? 0)) {
      return { status: 409, body: `${last?.size ?? 0}\n`, type: SIZE_TYPE }
    }
    if (!continues(last, path, checkpoint)) {
      const kind = last?.size === checkpoint.size ? 'fork' : 'gap'
      await store.keepEvidence(kind, checkpointText(checkpoint), body)
      return refuse(422, 'The log does not continue what we saw before.')
    }
    // Store the checkpoint, then sign it. Whatever happens, we never sign a conflicting one.
    await store.keep(checkpoint.origin, note)
    const line = this.#cosign(note)
    await store.keep(checkpoint.origin, note + line)
    return { status: 200, body: line }
  }

  #cosign(note: string): string {
    const { verifier, sign, now = Date.now } = this.#deps
    const text = note.slice(0, note.lastIndexOf('\n\n') + 1)
    return cosign(text, verifier, Math.floor(now() / 1000), sign)
  }
}

const isLineOf = (note: string, keys: readonly Verifier[]): boolean =>
  !isFault(openNote(note, keys, verifyEd25519))

function continues(
  last: Checkpoint | null,
  path: readonly Uint8Array[],
  { size, root }: Checkpoint,
): boolean {
  if (size === 0 && !equal(root, emptyRoot(sha256))) return false
  if (last === null || last.size === 0) return path.length === 0
  return isConsistent(sha256, last, { size, root }, path)
}
