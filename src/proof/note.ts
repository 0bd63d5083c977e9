/**
 * Signed notes (C2SP signed-note) with Ed25519, checkpoints (C2SP tlog-checkpoint) in them, and the
 * cosignatures of witnesses (C2SP tlog-cosignature).
 */
import { base64, hex } from '@scure/base'
import { joined } from './bytes.ts'
import { bytesOf, type Sha256 } from './canonical.ts'

/** What a key signs: notes, or checkpoints with the time when a witness saw them. */
export const KEY_TYPES = { signer: 1, witness: 4 } as const
type KeyType = (typeof KEY_TYPES)[keyof typeof KEY_TYPES]

const TIME_BYTES = 8
const PUBLIC_KEY_BYTES = 32
const FINGERPRINT_BYTES = 16
const ID_BYTES = 4
const SIGNATURE_BYTES = 64
const MAX_SIGNATURES = 64
const MAX_LENGTH = 100_000

/** A public key with its name, in the form `name+id+key`. */
export type Verifier = {
  readonly name: string
  readonly id: string
  readonly key: Uint8Array
  readonly type: KeyType
}
/** Whether an Ed25519 signature is valid (RFC 8032). */
export type VerifySignature = (signature: Uint8Array, text: Uint8Array, key: Uint8Array) => boolean

const NAME = /^[^\s+]+$/u
/** A note may contain no control characters except newlines. */
const hasControl = (text: string): boolean =>
  [...text].some((character) => character < ' ' && character !== '\n')

/** The key's name and public key as a verifier. */
export function verifierOf(
  sha256: Sha256,
  name: string,
  key: Uint8Array,
  type: KeyType = KEY_TYPES.signer,
): Verifier {
  if (!NAME.test(name)) throw new Error('a key name must not contain spaces or plus signs')
  const id = sha256(joined(bytesOf(`${name}\n`), Uint8Array.of(type), key))
  return { name, id: hex.encode(id.subarray(0, ID_BYTES)), key, type }
}

/** A verifier as text, for `/log/keys` and readers' files. */
export const verifierText = ({ name, id, key, type }: Verifier): string =>
  `${name}+${id}+${base64.encode(joined(Uint8Array.of(type), key))}`

/** A public key in a form for comparison: 128 bits of its SHA-256, in groups of four digits. */
export const fingerprintOf = (sha256: Sha256, verifier: Verifier): string =>
  hex
    .encode(sha256(bytesOf(verifierText(verifier))).subarray(0, FINGERPRINT_BYTES))
    .replaceAll(/.{4}(?=.)/g, '$& ')

/** Reads a verifier; null if it isn't one, or its id belongs to another key. */
export function readVerifier(sha256: Sha256, text: string): Verifier | null {
  const found = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text)
  const [, name = '', id, encoded = ''] = found ?? []
  const key = decodeBase64(encoded)
  const type = Object.values(KEY_TYPES).find((each) => each === key?.[0])
  if (!found || key?.length !== 1 + PUBLIC_KEY_BYTES || type === undefined) return null
  const verifier = verifierOf(sha256, name, key.subarray(1), type)
  return verifier.id === id ? verifier : null
}

function decodeBase64(text: string): Uint8Array | null {
  try {
    return base64.decode(text)
  } catch {
    return null
  }
}

/** Signs a text, which ends with a newline. */
export function signNote(
  text: string,
  signer: Verifier,
  sign: (text: Uint8Array) => Uint8Array,
): string {
  if (!text.endsWith('\n') || hasControl(text)) throw new Error('this text cannot be a note')
  return `${text}\n${lineOf(signer, sign(bytesOf(text)))}`
}

const lineOf = ({ name, id }: Verifier, signature: Uint8Array): string =>
  `— ${name} ${base64.encode(joined(hex.decode(id), signature))}\n`

/** A witness signs that, at this time, this was the largest tree of the log that it knew. */
const witnessedText = (text: string, seconds: bigint): Uint8Array =>
  bytesOf(`cosignature/v1\ntime ${seconds}\n${text}`)

/** The signature line of a witness for a checkpoint's text, at a time in seconds since 1970. */
export function cosign(
  text: string,
  witness: Verifier,
  seconds: number,
  sign: (text: Uint8Array) => Uint8Array,
): string {
  const time = new Uint8Array(TIME_BYTES)
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds))
  return lineOf(witness, joined(time, sign(witnessedText(text, BigInt(seconds)))))
}

/** Whether a note's signature is valid, by the type of its key. */
function isRight(
  bytes: Uint8Array,
  text: string,
  { key, type }: Verifier,
  verify: VerifySignature,
): boolean {
  const before = type === KEY_TYPES.witness ? TIME_BYTES : 0
  if (bytes.length !== before + SIGNATURE_BYTES) return false
  if (before === 0) return verify(bytes, bytesOf(text), key)
  return verify(bytes.subarray(before), witnessedText(text, timeOf(bytes)), key)
}

/** The time at the beginning of a cosignature. */
const timeOf = (bytes: Uint8Array): bigint =>
  new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)

/** Why a proof is invalid. Each fault has its own sentence in every language. */
export const FAULTS = {
  not_a_note: 'This is not a signed note.',
  too_many_signatures: 'The note has too many signatures.',
  signature_form: 'A signature line of the note is malformed.',
  wrong_signature: 'A signature does not belong to the text of the note.',
  no_known_signature: 'No known key signed this note.',
  not_a_checkpoint: 'The signed text is not a checkpoint.',
  too_few_witnesses: 'Too few of the witnesses that you named cosigned it.',
  policy_form: 'This line of the policy is malformed.',
  other_log: 'The log that the checkpoint names did not sign it.',
  proof_form: 'This line does not match the file’s format.',
  extra_form: 'The proof’s content is not canonical JSON in the expected form.',
  entry_changed: 'The entry is not the one that the proof was made for.',
  leaf_changed: 'The hash of the entry is not that of the entry.',
  index_changed: 'The position in the log is not that of the command.',
  path_changed: 'The hashes do not lead from the entry to the signed root.',
  line_changed: 'The line does not lead to the root that the entry holds.',
  file_form: 'The file is not canonical JSON in the expected form.',
  sheet_form: 'The sheet is not canonical JSON that says what is owed.',
  other_sheet: 'The seal in the log is that of another sheet, day, or log.',
  part_changed: 'A part of the balance does not lead to the root on the sheet.',
  other_group: 'The member is counted in no group, or in more than one.',
  other_sums: 'The root does not add up to the sums on the sheet.',
  encoding: 'The file is not text.',
  too_large: 'The file is larger than any proof.',
  not_a_key: 'This line is not a public key of a log.',
  other_keys: 'These are not the keys that you kept.',
  unknown_file: 'We don’t recognize this file, or its beginning was changed.',
  other_part: 'No sheet among these files has the hash of this file.',
  rewritten: 'The newer log does not begin with the older one.',
  two_histories: 'The log signed two roots of the same size. Publish both files.',
  reserves_form: 'The reserves in the file are malformed.',
  other_reserves: 'The figures do not follow from the wallets, debts, and prices in the file.',
  other_debts: 'The debts are not those on the sheet.',
  wrong_statement: 'A wallet that counts has no statement of its own key for this day.',
  sample_form: 'The sample is malformed, or the number of its block is not that of its ID.',
  other_sample: 'The block does not draw these addresses, or they are not in the tree.',
  anchor_form: 'This is not a transaction with a checkpoint that its sender signed.',
  other_anchor: 'The chain holds another root than the log signed. Publish both files.',
  two_sheets: 'The log has two sheets of the same day. Publish both files.',
} as const
export type FaultCode = keyof typeof FAULTS

/** The fault in a sentence, and its place. */
export type Fault = { readonly fault: string; readonly code: FaultCode; readonly field: string }
export const isFault = (value: object): value is Fault => 'fault' in value
export const faultOf = (code: FaultCode, field: string): Fault => ({
  fault: FAULTS[code],
  code,
  field,
})

/** The claimed signers of a note. Checks no signature. */
export const namedSigners = (note: string): Pick<Verifier, 'name' | 'id'>[] =>
  note
    .slice(note.lastIndexOf('\n\n') + 2, -1)
    .split('\n')
    .map((line) => {
      const [, name = '', encoded = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? []
      const id = decodeBase64(encoded)?.subarray(0, ID_BYTES) ?? new Uint8Array()
      return { name, id: hex.encode(id) }
    })

export type Opened = {
  readonly text: string
  readonly signers: readonly Verifier[]
  /** When those witnesses cosigned, in seconds since 1970. */
  readonly times: readonly number[]
}

/**
 * Reads a note's text if a known key signed it. Signatures of unknown keys don't count, and an
 * invalid one of a known key invalidates the note.
 */
export function openNote(
  note: string,
  known: readonly Verifier[],
  verify: VerifySignature,
): Opened | Fault {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || note.length > MAX_LENGTH || !note.endsWith('\n') || hasControl(note)) {
    return faultOf('not_a_note', 'note')
  }
  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > MAX_SIGNATURES) return faultOf('too_many_signatures', 'signatures')
  const signers: Verifier[] = []
  const times: number[] = []
  for (const [at, line] of lines.entries()) {
    const field = `signatures[${at}]`
    const [, name, encoded = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? []
    const bytes = decodeBase64(encoded)
    if (name === undefined || !bytes || bytes.length <= ID_BYTES) {
      return faultOf('signature_form', field)
    }
    const id = hex.encode(bytes.subarray(0, ID_BYTES))
    const signer = known.find((each) => each.name === name && each.id === id)
    if (!signer) continue
    if (!isRight(bytes.subarray(ID_BYTES), text, signer, verify)) {
      return faultOf('wrong_signature', `text, or ${field} (${name})`)
    }
    if (!signers.includes(signer)) signers.push(signer)
    if (signer.type === KEY_TYPES.witness) times.push(Number(timeOf(bytes.subarray(ID_BYTES))))
  }
  if (signers.length === 0) return faultOf('no_known_signature', 'signatures')
  return { text, signers, times }
}

/** A log's size and root, and the name of the log. */
export type Checkpoint = {
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
}

/** The text that is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${base64.encode(root)}\n`

/** Reads the text of a checkpoint; null if it isn't one. Further lines are allowed and ignored. */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin = '', size = '', encoded = '', ...more] = text.split('\n')
  const root = decodeBase64(encoded)
  const isWhole = more.at(-1) === '' && more.slice(0, -1).every((line) => line !== '')
  if (origin === '' || !/^(0|[1-9]\d{0,14})$/.test(size) || root?.length !== 32 || !isWhole) {
    return null
  }
  return { origin, size: Number(size), root }
}

/** A checkpoint's content, whether or not anyone signed it; null if the note isn't a checkpoint. */
export const peekCheckpoint = (note: string): Checkpoint | null =>
  readCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1))

/** The witnesses missing among the signers; none if there are enough. */
export type Quorum = (signers: readonly Verifier[]) => readonly string[]

/**
 * Opens a checkpoint signed by its own log, with a key named after its origin.
 * @param quorum the witnesses that must have cosigned it; their keys are among the known ones
 */
export function openCheckpoint(
  note: string,
  known: readonly Verifier[],
  verify: VerifySignature,
  quorum: Quorum = () => [],
): Checkpoint | Fault {
  const opened = openNote(note, known, verify)
  if (isFault(opened)) return opened
  const checkpoint = readCheckpoint(opened.text)
  if (!checkpoint) return faultOf('not_a_checkpoint', 'text')
  const isOwn = ({ name, type }: Verifier) =>
    name === checkpoint.origin && type === KEY_TYPES.signer
  if (!opened.signers.some(isOwn)) return faultOf('other_log', 'text')
  const missing = quorum(opened.signers)
  return missing.length === 0 ? checkpoint : faultOf('too_few_witnesses', missing.join(', '))
}
