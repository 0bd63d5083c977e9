/**
 * Extends the golden log with random moves from a fixed seed, for a new kind of command. Existing
 * commands keep their meaning: see golden-log.test.ts. To record it from scratch, empty it first.
 */
import { sample } from 'fast-check'
import { apply, FOUNDING } from '../../src/domain/book.ts'
import { commit, emptyState } from '../../src/domain/ledger/state.ts'
import { readGoldenLog, writeGoldenLog, type Entry } from './golden-log.ts'
import { commandsOf, moves, pauseMs } from './moves.ts'
import { play } from './naive/model.ts'
import { emptyNaive } from './naive/state.ts'

const kept = readGoldenLog()
const MORE_COMMANDS = kept.length === 0 ? 1_500 : 300

const naive = emptyNaive()
const state = emptyState()
const entries: Omit<Entry, 'is'>[] = []
let at = 1_800_000_000_000

const step = (command: Entry['command']): void => {
  play(naive, command, at)
  apply(state, command, at)
  commit(state)
  entries.push({ at, command })
}

if (kept.length === 0) step(FOUNDING)
for (const entry of kept) {
  at = entry.at
  step(entry.command)
}
for (const all of sample(moves(70), { numRuns: 200, seed: 42 + kept.length })) {
  for (const move of all) {
    if (entries.length >= kept.length + MORE_COMMANDS) break
    at += pauseMs(move)
    for (const command of commandsOf(naive, move, at, 'wide')) step(command)
  }
}
writeGoldenLog(entries)
