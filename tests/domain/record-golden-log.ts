/**
 * Records the golden log again, from random moves with a fixed seed. Run it only when no ledger has
 * a log yet that would change its meaning: see golden-log.test.ts.
 */
import { sample } from 'fast-check'
import { apply, FOUNDING } from '../../src/domain/book.ts'
import { commit, emptyState } from '../../src/domain/ledger/state.ts'
import { writeGoldenLog, type Entry } from './golden-log.ts'
import { commandsOf, moves, pauseMs } from './moves.ts'
import { play } from './naive-model.ts'
import { emptyNaive } from './naive-state.ts'

const COMMANDS = 1_500

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

step(FOUNDING)
for (const all of sample(moves(70), { numRuns: 200, seed: 42 })) {
  for (const move of all) {
    if (entries.length >= COMMANDS) break
    at += pauseMs(move)
    for (const command of commandsOf(naive, move, at, 'wide')) step(command)
  }
}
writeGoldenLog(entries)
