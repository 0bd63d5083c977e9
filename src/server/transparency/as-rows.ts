import type { z } from 'zod'
import type { Solvency } from '../../contract/subjects/reserves.ts'
import type { BoardOutcomes, Income } from '../../contract/subjects/transparency.ts'

// The frozen figures as flat rows for spreadsheets, one for each group.

type IncomeBody = z.infer<typeof Income>

const named = (prefix: string, ranks: object | undefined) =>
  Object.fromEntries(
    ['p10', 'p25', 'p50', 'p75', 'p90', 'p99'].map((rank) => [
      `${prefix}_${rank}`,
      Object.entries(ranks ?? {}).find(([name]) => name === rank)?.[1] ?? '',
    ]),
  )

function groupRow(by: string, group: string, { details, ...counts }: IncomeBody['all']) {
  const { members, zero_rewards, below, even, above } = counts
  return {
    by,
    group,
    members,
    zero_rewards,
    below,
    even,
    above,
    ...named('result', details?.result),
    ...named('paid', details?.paid),
    ...named('rewards', details?.rewards),
    top1_share: details?.top1_share ?? '',
    top10_share: details?.top10_share ?? '',
  }
}

export const incomeRows = ({ all, plans, months }: IncomeBody): object[] => [
  groupRow('all', 'all', all),
  ...plans.map((each) => groupRow('plan', each.plans.join(' '), each)),
  ...months.map((each) =>
    groupRow('month', each.from === each.to ? each.from : `${each.from} ${each.to}`, each),
  ),
]

type Counted = z.infer<typeof BoardOutcomes>['plans'][number]['quarters'][number]

const boardRow = (plan: string, { quarter, boards, complete, curve }: Counted) => ({
  plan,
  quarter,
  boards,
  complete,
  ...Object.fromEntries(
    [7, 30, 90, 180, 365].flatMap((days, at) => [
      [`complete_${days}`, curve[at]?.share ?? ''],
      [`low_${days}`, curve[at]?.low ?? ''],
      [`high_${days}`, curve[at]?.high ?? ''],
    ]),
  ),
})

/** Shares are in thousandths; empty while unknown. */
export const boardRows = ({ plans }: z.infer<typeof BoardOutcomes>): object[] =>
  plans.flatMap((plan) => [
    boardRow(plan.plan, { ...plan, quarter: 'all' }),
    ...plan.quarters.map((quarter) => boardRow(plan.plan, quarter)),
  ])

const amountRow = (what: string, amounts: object) => ({
  what,
  usd: '',
  trx: '',
  usdt: '',
  state: '',
  ...amounts,
})

/** What we owe and what we hold, one line each. Unknown amounts are empty. */
export const solvencyRows = ({
  owed,
  wallets,
  deposits,
  held,
  usd,
  ratio,
  falls = [],
  lowest,
}: z.infer<typeof Solvency>): object[] => {
  const ofWallet = ({ address, state, trx, usdt }: (typeof wallets)[number]) =>
    amountRow(address, { trx: trx ?? '', usdt: usdt ?? '', state })
  return [
    amountRow('owed to members', { usd: owed.members }),
    amountRow('unmatched transfers', { trx: owed.trx, usdt: owed.usdt }),
    ...wallets.map(ofWallet),
    amountRow('deposit addresses', { trx: deposits.trx, usdt: deposits.usdt }),
    amountRow('owed', { usd: usd?.owed ?? '' }),
    amountRow('held', { usd: usd?.held ?? '', ...held }),
    amountRow('ratio in hundredths of a percent', { usd: ratio ?? '' }),
    ...falls.map((fall) =>
      amountRow(`ratio if TRX falls by ${fall.percent} percent`, { usd: fall.ratio ?? '' }),
    ),
    amountRow('lowest ratio since the last sheet', { usd: lowest ?? '' }),
  ]
}
