/** A recorded log of commands, and each one's outcome. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { apply } from '../../src/domain/book.ts'
import type { Command } from '../../src/domain/ledger/command.ts'
import { digestOf } from '../../src/domain/ledger/digest.ts'
import { commit, emptyState } from '../../src/domain/ledger/state.ts'
import { decode, encode } from '../../src/server/book/rows/encode-command.ts'

const file = new URL('golden-log.jsonl', import.meta.url)

export type Entry = { readonly at: number; readonly command: Command; readonly is: string }

export const readGoldenLog = (): Entry[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => decode(line) as Entry) // written below

export function writeGoldenLog(commands: readonly Omit<Entry, 'is'>[]): void {
  const marks = replay(commands)
  const lines = commands.map((entry, index) => encode({ ...entry, is: marks[index] }))
  writeFileSync(file, `${lines.join('\n')}\n`)
}

/** For each command, a hash of its outcome and of everything before it. */
export function replay(commands: readonly Omit<Entry, 'is'>[]): string[] {
  const state = emptyState()
  let before = ''
  return commands.map(({ command, at }) => {
    const applied = apply(state, command, at)
    const outcome =
      'refusal' in applied ? encode(applied.refusal) : String(digestOf(state, [applied]))
    commit(state)
    before = createHash('sha256').update(`${before} ${outcome}`).digest('hex').slice(0, 16)
    return before
  })
}
