import { parentPort } from 'node:worker_threads'
import { custody, unattributed } from '../../domain/ledger/account.ts'
import { decodeCatalog, decodeCommand } from '../book/rows/encode-command.ts'
import { differing, figuresOf, replayCommand, startReplay, type Replay } from './replay.ts'
import type { Figures, FromReplay, Replayed, ToReplay } from './what-if-messages.ts'

// Runs the replay in its own thread, so that the process can still answer requests.

const MAX_SHOWN = 20

let replay: Replay | undefined

function figures(side: Replay['actual']): Figures {
  const { paid, margin, owed, boards } = figuresOf(side)
  const { balances } = side.state
  return {
    paid: String(paid),
    margin: String(margin),
    owed: String(owed),
    trx: String(balances.get(custody('TRX'))),
    usdt: String(balances.get(custody('USDT'))),
    unmatchedTrx: String(-balances.get(unattributed('TRX'))),
    unmatchedUsdt: String(-balances.get(unattributed('USDT'))),
    boards,
  }
}

function summarize(done: Replay): Replayed {
  const { count, top } = differing(done, MAX_SHOWN)
  return {
    commands: done.commands,
    refused: [...done.refused].map(([name, times]) => {
      const [kind = '', code = ''] = name.split(' ')
      return { kind, code, count: times }
    }),
    actual: figures(done.actual),
    draft: figures(done.draft),
    differing: count,
    top: top.map(({ member, actual, draft }) => ({
      member,
      actual: String(actual),
      draft: String(draft),
    })),
  }
}

function answer(message: ToReplay): FromReplay {
  if (message.kind === 'begin') replay = startReplay(decodeCatalog(message.catalog))
  if (!replay) throw new Error('the replay has not begun')
  if (message.kind === 'end') return { kind: 'done', replayed: summarize(replay) }
  if (message.kind === 'rows') {
    for (const { at, kind, input } of message.rows) {
      replayCommand(replay, decodeCommand(kind, input), at)
    }
  }
  return { kind: 'next' }
}

parentPort?.on('message', (message: ToReplay) => parentPort?.postMessage(answer(message), []))
