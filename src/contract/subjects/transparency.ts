import { z } from 'zod'
import { filledText } from '../fields/fields.ts'
import { issueText } from '../texts/texts.ts'
import { at, coins, described, flag, listOf, str, usd, whole } from '../fields/described.ts'

// Public figures about how members and boards actually did. The server freezes these bodies once a
// day, and seals their hashes in the ledger.

export const day = described(
  z.iso.date({ error: issueText('enter_date') }),
  'A day in UTC: YYYY-MM-DD.',
  '2026-11-22',
)

/** The number of a journal entry, as statements show it. */
export const journal = described(
  z.string().regex(/^[1-9]\d{0,14}$/),
  'The number of a journal entry.',
  '4711',
)

/** A file that a browser saves, and `verify.html` reads. */
export const LogProof = z.string().meta({
  id: 'LogProof',
  description: 'A proof in the text format c2sp.org/tlog-proof@v1.',
  contentMediaType: 'text/plain',
  example: 'c2sp.org/tlog-proof@v1\nextra eyJhIjoxfQ==\nindex 4\n',
})

export const Proofs = z
  .object({
    results: listOf(
      z.object({
        day,
        sealed_at: at('When the ledger sealed the sheet.'),
        cut_at: at('The sheet’s cutoff in the ledger.'),
        balance: usd('Your wallet and your holds at that time, according to your journal entries.'),
      }),
      'Days, newest first.',
    ),
  })
  .meta({ id: 'Proofs', description: 'The days with a balance proof.' })

/** A file that a browser saves, and `verify.html` reads. */
export const ProofFile = z
  .object({
    v: whole('The version of the format.', 1),
    day,
    username: str('The member’s username.', 'anna'),
    parts: listOf(
      z.object({
        owed: usd('This part of the balance.'),
        group: whole('The group of your result. Only the first part has one.', 5).nullable(),
        salt: str('The part’s salt, in base64.', 'dAE4a5D/lQjfopqVQYTcCtUXz1ER'),
        index: whole('Its place in the tree.', 17),
        path: described(z.array(z.string()), 'The sibling hashes up to the root, in base64.', []),
      }),
      'The balance, in one part or several.',
    ),
    sheet: str('The exact text of the sheet.', '{"day":"2026-11-22"}'),
    seal: str('The proof that the log contains the sheet’s hash.', 'c2sp.org/tlog-proof@v1\n'),
  })
  .meta({ id: 'ProofFile', description: 'A balance proof, as canonical JSON.' })

/**
 * A body has at most 64 kB. Proofs of balances in many parts are larger, so send only their
 * beginning.
 */
const MAX_EVIDENCE = 50_000

export const proofReport = z.object({
  day,
  failure: described(filledText(200), 'The part that failed.', 'part_changed: parts[0]'),
  evidence: described(
    filledText(MAX_EVIDENCE),
    'The file that failed, or its beginning.',
    '{"day":"2026-11-22"}',
  ),
})

export const ReportedProof = z
  .object({ reported_at: at('When we received the report.') })
  .meta({ id: 'ReportedProof', description: 'The received report.' })

export const dayQuery = z.object({
  day: day.optional().describe('The day of the sheet, in UTC. Defaults to the newest.'),
  format: described(
    z.enum(['json', 'csv'], { error: issueText('choose_one_of', { choices: 'json, csv' }) }),
    'The format. Defaults to JSON.',
    'json',
  ).optional(),
})

const hash = str('The SHA-256 of the exact bytes, in hexadecimal.', '9f86d081884c7d65')

export const SealedDays = z
  .object({
    results: listOf(
      z.object({ day, sha256: hash, sealed_at: at('When the ledger sealed the hash.') }),
      'Up to 400 sealed days, newest first. A day without a sheet is missing.',
    ),
  })
  .meta({ id: 'SealedDays', description: 'The days that have a sealed sheet.' })

const liabilities = z
  .object({
    root: str('The hash of the tree’s root, in base64.', 'dAE4a5D/lQjfopqVQYTcCtUXz1ER1a71'),
    leaves: whole('The number of leaves in the tree. A large balance has several.', 31_000),
    owed: usd('Our debts to all members: wallets and holds for withdrawals.', '184321.50'),
    members: whole('The members in the tree: everyone but the company.', 20_000),
    groups: described(
      z.array(z.number().int()),
      'Members by result: never paid, then the groups of the income statement. All zero while ' +
        'fewer than 20 members have paid.',
      [7_655, 12, 80, 410, 2_300, 7_074, 120, 900, 800, 500, 140, 9],
    ),
  })
  .optional()
  .describe('The root of the liability tree. Older sheets have none.')

export const Sheet = z
  .object({
    v: whole('The version of the format.', 1),
    origin: str('The name of this installation’s log.', 'example.com/log'),
    day,
    previous: hash.nullable().describe('The hash of the sheet before; null for the first.'),
    cut: z
      .object({
        seq: whole('The last command.', 123_456),
        journal: whole('The last journal entry.', 120_000),
        at: at('The time of the last command.'),
      })
      .describe('The cutoff in the ledger for everything on the sheet.'),
    log: z
      .object({
        root: str(
          'The root of the log at the cutoff, in base64.',
          'dAE4a5D/lQjfopqVQYTcCtUXz1ER1a71',
        ),
        size: whole('The number of commands in the log at that point.', 123_456),
      })
      .describe('The sheet’s public log.'),
    parts: described(
      z.record(z.string(), z.string()),
      'The SHA-256 of each part’s exact bytes, by the part’s name.',
      { income: '9f86d081884c7d65' },
    ),
    liabilities,
    unattributed: z
      .object({
        trx: coins('Uncredited TRX.', '120'),
        usdt: coins('Uncredited USDT.', '0'),
      })
      .optional()
      .describe('Coins from senders we haven’t identified yet, which we owe, too.'),
    code: described(
      z.record(z.string(), z.string()),
      'The SHA-256 of the verifiers that we served that day, by the file’s name.',
      { 'verify.mjs': '9f86d081884c7d65' },
    ).optional(),
  })
  .meta({ id: 'Sheet', description: 'The sealed sheet of a day, in its exact bytes.' })

const ranks = (what: string) =>
  z
    .object({
      p10: usd(`A tenth of the group has ${what} of this or less.`, '-3.00'),
      p25: usd(`A quarter of the group has ${what} of this or less.`, '-1.00'),
      p50: usd(`Half of the group has ${what} of this or less.`, '-1.00'),
      p75: usd(`Three quarters of the group have ${what} of this or less.`, '0.00'),
      p90: usd(`Nine in ten of the group have ${what} of this or less.`, '4.50'),
      p99: usd(`99 in 100 of the group have ${what} of this or less.`, '85.00'),
    })
    .describe('Percentiles of the group, by nearest rank.')

const share = (who: string) =>
  whole(
    `The share of all rewards that ${who} got, in hundredths of a percent; null without rewards.`,
    3_150,
  ).nullable()

const group = {
  members: whole('Members who ever paid a joining fee.', 12_345),
  zero_rewards: whole('Members who never got a reward.', 7_654),
  below: whole('Members who got back less than they paid.', 9_876),
  even: whole('Members who got back exactly what they paid.', 120),
  above: whole('Members who got back more than they paid.', 2_349),
  details: z
    .object({
      groups: described(
        z.array(z.number().int()),
        'Members by result: lost more than $50, $50 or less, $20, $5, $1; even; gained $1 or ' +
          'less, $5, $20, $100, and more.',
        [12, 80, 410, 2_300, 7_074, 120, 900, 800, 500, 140, 9],
      ),
      result: ranks('a result'),
      paid: ranks('joining fees'),
      rewards: ranks('rewards'),
      top1_share: share('the top 1% of members'),
      top10_share: share('the top 10% of members'),
    })
    .nullable()
    .describe('Null for fewer than 20 members, to protect individual members’ privacy.'),
}

export const Income = z
  .object({
    v: whole('The version of the format.', 1),
    registered: whole('Registered members, whether or not they ever paid.', 20_000),
    together: usd('The combined result of all members.', '-4321.00'),
    house_kept: usd('The company’s share: the same amount with the opposite sign.', '4321.00'),
    all: z.object(group).describe('All members who ever paid a joining fee.'),
    plans: listOf(
      z.object({
        plans: described(z.array(z.string()), 'The highest plan that they paid for.', ['Bronze']),
        ...group,
      }),
      'The same by plan. Groups of fewer than 20 members are merged with the next.',
    ),
    months: listOf(
      z.object({
        from: str('The month of their first joining fee.', '2026-03'),
        to: str('The last month of the group.', '2026-03'),
        ...group,
      }),
      'The same by start month. Groups of fewer than 20 members are merged with the next.',
    ),
    places: listOf(
      z.object({
        plan: str('The plan.', 'Bronze'),
        places: whole('Seats that members paid for.', 9_000),
        fees: usd('Their joining fees.', '9000.00'),
        paid_out: usd('The rewards paid from these fees.', '8100.00'),
        kept: usd('The company’s share of these fees.', '900.00'),
      }),
      'The use of each plan’s joining fees.',
    ),
  })
  .meta({ id: 'Income', description: 'Members’ results since they joined.' })

const boardShare = z
  .object({
    days: whole('Days after the seat was taken.', 30),
    share: whole('Boards in thousandths that are complete by then.', 90),
    low: whole('The low end of the 95% interval, in thousandths.', 80),
    high: whole('The high end of the 95% interval, in thousandths.', 100),
    at_risk: whole('Boards that were open at least as long.', 1_210),
  })
  .nullable()

const counted = {
  boards: whole('Boards of members.', 9_000),
  complete: whole('Boards that are complete.', 1_100),
  curve: listOf(
    boardShare,
    'Kaplan–Meier estimates for 7, 30, 90, 180, and 365 days. Null: too few boards to know yet.',
  ),
}

export const BoardOutcomes = z
  .object({
    v: whole('The version of the format.', 1),
    plans: listOf(
      z.object({
        plan: str('The plan.', 'Bronze'),
        ...counted,
        by_level: described(
          z.array(z.number().int()),
          'Boards with 0 to 6 positions taken.',
          [4_000, 2_000, 900, 500, 300, 200, 1_100],
        ),
        median_days: whole(
          'Days after which half were complete; null while most aren’t.',
          240,
        ).nullable(),
        most_complete: whole(
          'The maximum number of boards that all taken seats can complete.',
          3_000,
        ),
        more_places: whole(
          'The minimum number of seats that would complete all open boards.',
          18_000,
        ),
        quarters: listOf(
          z.object({ quarter: str('When the seat was taken.', '2026-Q1'), ...counted }),
          'The same by the quarter in which the seat was taken.',
        ),
      }),
      'Each plan.',
    ),
  })
  .meta({ id: 'BoardOutcomes', description: 'Board statistics.' })

const wait = (what: string) =>
  z
    .object({
      count: whole('The number in the last 30 days.', 240),
      p50_seconds: whole('The median; null without any.', 5_400).nullable(),
      p95_seconds: whole('The 95th percentile; null without any.', 40_000).nullable(),
    })
    .describe(what)

export const ServiceStatus = z
  .object({
    at: at('When we measured these figures.'),
    up: flag('Whether the product accepted requests in the last two minutes.'),
    uptime: z
      .object({
        minutes: whole('Minutes in the last 30 days, or since the first measurement.', 43_200),
        up: whole('Minutes in which the product accepted requests.', 43_190),
      })
      .describe('Uptime. A minute without a heartbeat counts as downtime.'),
    withdrawals: wait('')
      .extend({
        waiting: whole('Withdrawals that are waiting now.', 4),
        oldest_seconds: whole('How long the oldest has waited; null without any.').nullable(),
      })
      .describe('From the request of a withdrawal to its final transaction.'),
    deposits: wait('From the block of a payment to the credit in the wallet.'),
    chain_lag_seconds: whole('Age of the newest final block; null before any.', 60).nullable(),
    newest_sheet: day.nullable().describe('The day of the newest sealed sheet; null before any.'),
    failed_proofs: whole('Failed proofs that members reported in the last 30 days.', 0),
  })
  .meta({ id: 'ServiceStatus', description: 'The service status.' })
