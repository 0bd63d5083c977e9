import type { Description } from '../../../proof/check/describe.ts'
import { send } from '../../client/create-call.ts'
import { readLanguage } from '../../i18n/language.ts'
import { callFile } from '../../session/api.ts'

const TIMEOUT_MS = 20_000
/** The newest checkpoint that this browser has seen. It outlives sessions: all members share it. */
const KEPT = 'log_checkpoint'

/** Where a checkpoint of a log with a former name stays, so that a new log doesn't replace it. */
const formerKey = (origin: string): string => `${KEPT} ${origin}`

/** The last checkpoints of the logs with other names that this installation had. */
const readFormer = (origin: string): string[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(formerKey('')) && key !== formerKey(origin))
    .flatMap((key) => localStorage.getItem(key) ?? [])

/** A public file of the log, as anyone can download it; null if the log doesn't have it. */
async function readLog(name: string): Promise<Blob | null> {
  const request = { method: 'GET', url: `/log/${name}`, body: undefined } as const
  const response = await send(request, {}, { timeoutMs: TIMEOUT_MS })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`/log/${name}: ${response.status}`)
  return await response.blob()
}

async function requireLog(name: string): Promise<Blob> {
  const file = await readLog(name)
  if (!file) throw new Error(`/log/${name} is missing`)
  return file
}

export const proofName = (day: string): string => `proof-${day}.json`

export const readProof = (day: string): Promise<Blob> => callFile('getProof', { params: { day } })

/** The size of a log in the text of a checkpoint, and the log's name. */
export function headOf(note: string): { origin: string; size: string } {
  const [origin = '', size = ''] = note.split('\n')
  return { origin, size }
}

/** The checkpoint at the end of a proof's seal. The worker checks its form. */
const sealNote = (proof: string): string =>
  /"seal":"[^"]*?\\n\\n([^"]*)"/.exec(proof)?.[1]?.replaceAll('\\n', '\n') ?? ''

type Named = readonly [name: string, content: Blob]

type Collected = {
  readonly files: readonly Named[]
  /** The sizes that the log signed, but can no longer prove to be part of it. */
  readonly lost: readonly string[]
}

/** Everything needed to check a day: the proof, the keys, and that the log has only grown since. */
async function collect(day: string): Promise<Collected> {
  const proof = await readProof(day)
  const [keys, checkpoint] = await Promise.all([requireLog('keys'), requireLog('checkpoint')])
  const now = headOf(await checkpoint.text())
  const last = localStorage.getItem(KEPT) ?? ''
  const lastOrigin = headOf(last).origin
  if (last && lastOrigin !== now.origin) localStorage.setItem(formerKey(lastOrigin), last)
  // A log that is back must continue what this browser has seen of it.
  const former = localStorage.getItem(formerKey(now.origin)) ?? ''
  const kept = lastOrigin === now.origin ? last : former
  const notes = [sealNote(await proof.text()), kept].filter(
    (note) => headOf(note).origin === now.origin,
  )
  const sizes = new Set(notes.map((note) => headOf(note).size))
  const growth = await Promise.all(
    [...sizes].map(async (size) => ({ size, file: await readLog(`consistency/${size}`) })),
  )
  const before: Named[] = notes.includes(kept) ? [['kept.txt', new Blob([kept])]] : []
  const files: Named[] = [
    [proofName(day), proof],
    ['keys.txt', keys],
    ['checkpoint.txt', checkpoint],
    ...before,
    ...growth.flatMap(({ size, file }): Named[] =>
      file ? [[`consistency-${size}.txt`, file]] : [],
    ),
  ]
  return { files, lost: growth.flatMap(({ size, file }) => (file ? [] : [size])) }
}

/** How often, and after how long, we ask again: caches and replicas may be some seconds behind. */
const AGAIN = 2
const AGAIN_MS = 5_000

/** The same, but a checkpoint counts as lost only once the log can't prove it for ten seconds. */
async function collectSettled(day: string): Promise<Collected> {
  let collected = await collect(day)
  for (let tries = 0; tries < AGAIN && collected.lost.length > 0; tries++) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    collected = await collect(day)
  }
  return collected
}

function askWorker(path: string, message: object): Promise<Description | null> {
  const worker = new Worker(path)
  return new Promise<Description | null>((resolve, reject) => {
    // Our own workers send what their build's `tell` returns, or null if the browser can't check.
    worker.addEventListener('message', ({ data }) => resolve(data as Description | null))
    worker.addEventListener('error', () => reject(new Error('the verifier did not run')))
    worker.postMessage(message, {})
  }).finally(() => worker.terminate())
}

/** The result of a check, with its files. */
export type CheckedProof = Collected & {
  readonly told: Description
  /** The checkpoints that this browser keeps of logs with other names, which it didn't compare. */
  readonly former: readonly string[]
  /** Whether the proof is about the member and the day that we asked for. */
  readonly isOwn: boolean
}

/**
 * Checks a member's proof of a day in this browser, against the public log and its earlier
 * checkpoints. A valid proof of another member or day says nothing about this one.
 */
export async function checkProof(asked: { username: string; day: string }): Promise<CheckedProof> {
  const { username, day } = asked
  const collected = await collectSettled(day)
  const { files: named, lost } = collected
  const files = await Promise.all(
    named.map(async ([name, content]) => ({
      name,
      bytes: new Uint8Array(await content.arrayBuffer()),
      // The app comes from the same server as the keys. Saved files can be checked without it.
      isKeys: name === 'keys.txt',
    })),
  )
  const message = { files, language: readLanguage() }
  // The first one is small, and needs a browser with Ed25519.
  const told =
    (await askWorker('/verify-worker.js', message)) ??
    (await askWorker('/verify-worker-full.js', message))
  if (!told) throw new Error('the verifier did not run')
  const checkpoint = await named.find(([name]) => name === 'checkpoint.txt')?.[1].text()
  const { origin } = headOf(checkpoint ?? '')
  const of = told.files[0]?.of
  const isOwn = of?.username === username.toLowerCase() && of.day === day
  if (told.isWhole && isOwn && lost.length === 0 && checkpoint) {
    localStorage.setItem(KEPT, checkpoint)
    localStorage.removeItem(formerKey(origin))
  }
  return { ...collected, told, former: readFormer(origin), isOwn }
}
