/** The options of the command line. */
import { resolve } from 'node:path'
import { readOptions, refuseUsage } from '../../src/terminal/tool.ts'
import { faults } from './faults/all.ts'

export type Options = {
  readonly seed: number
  /** How often each fault is repeated; null for each fault's own small count. */
  readonly count: number | null
  /** The count of a single fault, as in `--only kill-leader:20,switchover:5`. */
  readonly counts: ReadonlyMap<string, number>
  /** The counts of the design's table. Takes hours. */
  readonly full: boolean
  /** The faults to run; all by default. */
  readonly only: readonly string[]
  readonly perSecond: number
  /** Another checkout of the product, to deploy from and to. */
  readonly previous: string | null
  /** Keeps logs and data although the test passed. */
  readonly keep: boolean
}

const USAGE = `Usage: npm run test:cluster [-- --only FAULT[:COUNT],…]
                             [--count N | --full] [--rate 200] [--seed N]
                             [--previous FOLDER] [--keep]
`

export function readClusterOptions(args: string[]): Options {
  const { values } = readOptions({
    usage: USAGE,
    args,
    options: {
      seed: { type: 'string' },
      count: { type: 'string' },
      full: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      rate: { type: 'string', default: '200' },
      previous: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  })
  const asked = values.only.split(',').filter((name) => name !== '')
  const parts = asked.map((each) => each.split(':'))
  const names = faults.map(({ name }) => name)
  const strange = parts.find(([name = '']) => !names.includes(name))
  if (strange) {
    refuseUsage(`There is no fault '${strange[0]}'. The faults: ${names.join(', ')}.`, USAGE)
  }
  return {
    seed: values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed),
    count: values.count === undefined ? null : Number(values.count),
    full: values.full,
    only: parts.map(([name = '']) => name),
    counts: new Map(
      parts.flatMap(([name = '', count]) => (count === undefined ? [] : [[name, Number(count)]])),
    ),
    perSecond: Number(values.rate),
    previous: values.previous === undefined ? null : resolve(values.previous),
    keep: values.keep,
  }
}
