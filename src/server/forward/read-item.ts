/** Reads one item of an envelope. A bad item causes an error for its own sender only. */
import {
  BookUnavailable,
  type Actor,
  type HookCall,
  type Key,
  type Submission,
} from '../book/submission.ts'
import { isRecord, isStorable, readCommand, textOf } from './command-shapes.ts'
import { PATIENCE_MS } from '../book/waiting.ts'

/** A submission from another process, which has an id. */
export type Sent = Submission & { readonly id: string }

/**
 * An item that no sender of our version creates. It may come from another version. Nothing was
 * done.
 */
export class NotRead extends BookUnavailable {
  override name = 'NotRead'
}

/** An item that this writer doesn't run, and why. */
export class NotTaken extends Error {
  override name = 'NotTaken'
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const FIELDS = new Set(['id', 'timeLeftMs', 'again', 'command', 'by', 'key', 'hook', 'session'])

const scopeOf = textOf(100)
const keyOf = textOf(255)
const nameOf = textOf(200)
/** Twice as long as the longest text of a form. An envelope could hold a hundred times as much. */
const hookTextOf = textOf(10_000)

/** @throws NotRead */
export function readItem(value: unknown): Sent {
  if (!isRecord(value) || !Object.keys(value).every((field) => FIELDS.has(field))) throw bad('item')
  const { id, timeLeftMs, again } = value
  if (typeof id !== 'string' || !ID.test(id)) throw bad('id')
  if (typeof timeLeftMs !== 'number' || !(timeLeftMs >= 0 && timeLeftMs <= PATIENCE_MS)) {
    throw bad('timeLeftMs')
  }
  if (again !== undefined && typeof again !== 'boolean') throw bad('again')
  const command = readCommand(value.command)
  if (!command) throw bad('command')
  const by = readActor(value.by)
  const key = value.key === undefined ? undefined : readKey(value.key)
  const hook = value.hook === undefined ? undefined : readHook(value.hook)
  const session = value.session === undefined ? undefined : readSession(value.session, by)
  // Our senders mark every repeat. The unique index on submissions stops an unmarked one, but the
  // rules may refuse it first although it was done. Looking each one up would cost a round trip.
  return { id, timeLeftMs, again: again ?? false, command, by, key, hook, session }
}

const bad = (part: string): NotRead => new NotRead(`the ${part} of an item is malformed`)

const hasOnly = (value: Readonly<Record<string, unknown>>, count: number): boolean =>
  Object.keys(value).length === count

function readActor(value: unknown): Actor {
  if (!isRecord(value) || !hasOnly(value, 1)) throw bad('actor')
  const { member } = value
  if (typeof member === 'number' && Number.isSafeInteger(member)) return { member }
  const operator = nameOf(value.operator)
  if (operator !== undefined) return { operator }
  const system = nameOf(value.system)
  if (system !== undefined) return { system }
  throw bad('actor')
}

function readKey(value: unknown): Key {
  if (!isRecord(value) || !hasOnly(value, 3)) throw bad('key')
  const [scope, key, inputHash] = [scopeOf(value.scope), keyOf(value.key), scopeOf(value.inputHash)]
  if (scope === undefined || key === undefined || inputHash === undefined) throw bad('key')
  return { scope, key, inputHash }
}

function readSession(value: unknown, by: Actor): string {
  if (typeof value !== 'string' || !/^\d{1,18}$/.test(value) || !('member' in by)) {
    throw bad('session')
  }
  return value
}

/**
 * Each hook has a schema for its input. Here we refuse only text that the tables can't hold, or
 * that no form accepts.
 */
function readHook(value: unknown): HookCall {
  if (!isRecord(value) || !hasOnly(value, 2) || !('input' in value)) throw bad('hook')
  const name = nameOf(value.name)
  if (name === undefined || !isAllStorable(value.input)) throw bad('hook')
  return { name, input: value.input }
}

function isAllStorable(value: unknown): boolean {
  if (typeof value === 'string') return hookTextOf(value) !== undefined
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([field, item]) => isStorable(field) && isAllStorable(item))
}
