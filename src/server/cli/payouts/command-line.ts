import { parseAddress, type Address } from '../../../tron/encoding/address.ts'
import { readCommand, WrongUsage } from '../../../terminal/tool.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import { COMMANDS, USAGE } from './usage.ts'

// The command line of this process. Loading this module reads it, and ends the process if it is
// wrong.

export const { command, need, positionals, values } = readCommand({
  usage: USAGE,
  words: 2,
  commands: COMMANDS,
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    out: { type: 'string' },
    without: { type: 'string', multiple: true },
    above: { type: 'string', default: '25' },
    xpub: { type: 'string' },
    signed: { type: 'string' },
    operator: { type: 'string' },
    txid: { type: 'string' },
    withdrawal: { type: 'string' },
    'not-for': { type: 'string' },
    address: { type: 'string' },
    batch: { type: 'string' },
    add: { type: 'string' },
    retire: { type: 'string' },
    role: { type: 'string' },
    mistaken: { type: 'boolean', default: false },
    deploy: { type: 'boolean', default: false },
    key: { type: 'string' },
    why: { type: 'string' },
  },
})

export function needAddress(name: 'from' | 'to' | 'add' | 'retire' | 'address'): Address {
  const reading = parseAddress(need(name))
  if (!reading.ok) throw new BatchRefused(`--${name}: ${reading.message}`)
  return reading.address
}

/** The largest number that its column holds. */
const MAX_WITHDRAWAL = 2 ** 31 - 1

export function withdrawalIn(text: string, otherwise: string): number {
  const no = Number(text)
  if (Number.isInteger(no) && no >= 1 && no <= MAX_WITHDRAWAL) return no
  throw new WrongUsage(otherwise, USAGE)
}
