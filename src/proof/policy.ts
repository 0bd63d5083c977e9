/**
 * The parties that a reader trusts: keys of logs, keys of witnesses, and how many witnesses must
 * have cosigned (C2SP tlog-policy). A single witness could be bribed, so a policy names several.
 */
import type { Sha256 } from './canonical.ts'
import {
  faultOf,
  KEY_TYPES,
  readVerifier,
  verifierText,
  type Fault,
  type Quorum,
  type Verifier,
} from './note.ts'
import { equal } from './tree.ts'

export type Policy = {
  readonly keys: readonly Verifier[]
  /** The URL where each reachable witness accepts checkpoints. */
  readonly urls: ReadonlyMap<Verifier, string>
  readonly quorum: Quorum
}

/** A witness or a group: returns what is missing among the signers. */
type Member = Quorum

const MAX_LINES = 256

const groupOf =
  (least: number, members: readonly Member[]): Member =>
  (signers) => {
    const missing = members.map((member) => member(signers))
    const there = missing.filter(({ length }) => length === 0).length
    return there >= least ? [] : missing.flat()
  }

const witnessOf =
  (witness: Verifier): Member =>
  (signers) =>
    signers.includes(witness) ? [] : [witness.name]

/**
 * Whether a key appears twice. A log that began again has a new name, and may keep its key. A
 * witness with two names would count twice.
 */
const isSameParty = (one: Verifier, other: Verifier): boolean =>
  equal(one.key, other.key) &&
  (one.name === other.name || one.type === KEY_TYPES.witness || other.type === KEY_TYPES.witness)

/** The state while reading a policy. Each method returns whether its line is well-formed. */
class Reading {
  readonly keys: Verifier[] = []
  readonly urls = new Map<Verifier, string>()
  readonly #members = new Map<string, Member>()
  /** Members of groups. Each may be in only one. */
  readonly #grouped = new Set<string>()
  quorum: Quorum | null = null
  readonly #sha256: Sha256

  constructor(sha256: Sha256) {
    this.#sha256 = sha256
  }

  take([what, ...cells]: readonly string[]): boolean {
    const [name = '', second = '', third] = cells
    if (what === 'log') return this.#addKey(name, KEY_TYPES.signer, second) !== null
    if (what === 'witness' && cells.length <= 3) return this.#addWitness(name, second, third)
    if (what === 'group') return this.#addGroup(name, second, cells.slice(2))
    if (what !== 'quorum' || cells.length !== 1 || this.quorum) return false
    this.quorum = name === 'none' ? () => [] : (this.#members.get(name) ?? null)
    return this.quorum !== null
  }

  #addKey(text: string, type: number, url = ''): Verifier | null {
    const verifier = readVerifier(this.#sha256, text)
    if (verifier?.type !== type) return null
    if (this.keys.some((known) => isSameParty(known, verifier))) return null
    this.keys.push(verifier)
    if (url !== '') this.urls.set(verifier, url)
    return verifier
  }

  #addMember(name: string, member: Member): boolean {
    if (name === '' || name === 'none' || this.#members.has(name)) return false
    this.#members.set(name, member)
    return true
  }

  #addWitness(name: string, text: string, url?: string): boolean {
    const verifier = this.#addKey(text, KEY_TYPES.witness, url)
    return verifier !== null && this.#addMember(name, witnessOf(verifier))
  }

  #addGroup(name: string, least: string, names: readonly string[]): boolean {
    const members = names.flatMap((each) => this.#members.get(each) ?? [])
    const isFree = new Set(names).size === names.length && !names.some((each) => this.#isIn(each))
    if (members.length !== names.length || members.length === 0 || !isFree) return false
    for (const each of names) this.#grouped.add(each)
    const count =
      least === 'any' ? 1 : least === 'all' ? members.length : /^[1-9]\d?$/.test(least) ? +least : 0
    if (count < 1 || count > members.length) return false
    return this.#addMember(name, groupOf(count, members))
  }

  readonly #isIn = (name: string): boolean => this.#grouped.has(name)
}

/** Reads a policy, or reports the malformed line. */
export function readPolicy(sha256: Sha256, text: string): Policy | Fault {
  const lines = text.replace(/\n$/, '').split('\n')
  if (lines.length > MAX_LINES) return faultOf('policy_form', 'length')
  const reading = new Reading(sha256)
  for (const [at, line] of lines.entries()) {
    const cells = line.split(/[ \t]+/).filter((cell) => cell !== '')
    if (cells.length === 0 || cells[0]?.startsWith('#')) continue
    if (!reading.take(cells)) return faultOf('policy_form', `line ${at + 1}`)
  }
  const { keys, urls, quorum } = reading
  return quorum ? { keys, urls, quorum } : faultOf('policy_form', 'quorum')
}

/**
 * Whether a text looks like a policy. Each line can match in only one way, because backtracking
 * would take hours on some texts.
 */
export const isPolicy = (text: string): boolean =>
  /^(?:[ \t]*(?:#.*)?\n)*[ \t]*(?:log|witness|group|quorum)[ \t]/.test(text)

/** A witness, and the URL where it accepts checkpoints. */
export type Witness = { readonly verifier: Verifier; readonly url: string }

/** Writes a policy that requires this many of the witnesses. */
export function writePolicy(
  logs: readonly Verifier[],
  witnesses: readonly Witness[],
  least: number,
): string {
  const names = witnesses.map((_, at) => `w${at + 1}`)
  const lines = [
    ...logs.map((log) => `log ${verifierText(log)}`),
    ...witnesses.map(({ verifier, url }, at) =>
      `witness ${names[at]} ${verifierText(verifier)} ${url}`.trimEnd(),
    ),
    ...(least > 0 ? [`group enough ${least} ${names.join(' ')}`] : []),
    `quorum ${least > 0 ? 'enough' : 'none'}`,
  ]
  return `${lines.join('\n')}\n`
}

/** More than half of the witnesses, because two halves could each see a different log. */
export const majorityOf = (witnesses: number): number =>
  witnesses === 0 ? 0 : Math.floor(witnesses / 2) + 1

/**
 * A policy of the named witnesses, without a log; null if there are none.
 * @param least how many must have cosigned; all of them if missing
 */
export function namedWitnesses(keys: readonly string[], least?: string): string | null {
  // A number without witnesses is a mistake, and then the policy is malformed.
  if (keys.length === 0 && least === undefined) return null
  const lines = keys.map((key, at) => `witness w${at + 1} ${key}`)
  const names = keys.map((_, at) => `w${at + 1}`).join(' ')
  return [...lines, `group named ${least ?? 'all'} ${names}`, 'quorum named', ''].join('\n')
}
