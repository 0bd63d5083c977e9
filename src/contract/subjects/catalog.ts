import { z } from 'zod'
import { at, described, flag, idOf, listOf, oneOf, str, usd, whole } from '../fields/described.ts'
import { line, usdIn } from '../fields/fields.ts'
import * as limits from '../fields/limits.ts'
import { Plan } from './account.ts'

// The plan catalog: versions, drafts and their approval, and what-if replays.

export const planDraft = z.object({
  name: oneOf(['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond'], 'The plan.'),
  joining_fee: described(usdIn, 'What activation costs, in US dollars.', '10.00'),
  level1: described(usdIn, 'Paid to the seat directly above, in US dollars.', '3.00'),
  level2: described(usdIn, 'Paid to the seat two levels above, in US dollars.', '3.00'),
  sponsor_bonus: described(usdIn, 'Paid to the sponsor, in US dollars.', '1.00'),
  reentries: described(
    z.number().int().min(0).max(100),
    'The number of Bronze profiles that a complete board creates. Only Diamond may have any.',
    0,
  ),
})

const planDrafts = described(
  z.array(planDraft).length(5),
  'All five plans.',
  ['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond'].map((name) => ({
    name,
    joining_fee: '10.00',
    level1: '3.00',
    level2: '3.00',
    sponsor_bonus: '1.00',
    reentries: 0,
  })),
)

const noteIn = described(
  line(limits.reasonLength.max),
  'A summary of the changes, for colleagues.',
  'Lower sponsor bonus on Bronze.',
)

export const Catalog = z
  .object({
    version: str('The version’s number.', '2'),
    in_force: flag('Whether new profiles get these prices.'),
    note: str('What the version changes.', 'Lower sponsor bonus on Bronze.'),
    created_by: str('Who created it.', 'sam'),
    created_at: at('When it came into force.'),
    plans: listOf(Plan, 'The five plans with their prices.'),
  })
  .meta({ id: 'Catalog', description: 'A version of the plan catalog.' })

export const catalogDraftStates = [
  'draft',
  'proposed',
  'approved',
  'published',
  'discarded',
] as const

export const CatalogDraft = z
  .object({
    id: idOf('The draft’s id.'),
    base_version: str('The version it started from.', '1'),
    note: str('What the draft changes.', 'Lower sponsor bonus on Bronze.'),
    revision: whole('Counts changes. Decisions name the revision they saw.', 2),
    state: oneOf(
      catalogDraftStates,
      '`draft`: being edited. `proposed`: waiting for approval. `approved`: waiting for its ' +
        'start. `published`: in the catalog. `discarded`: given up.',
    ),
    unsound: str('The rule that the draft breaks; null if it is sound.', 'Rewards exceed the fee.')
      .nullable()
      .meta({ example: null }),
    plans: listOf(Plan, 'The five plans as they would be.'),
    created_by: str('Who started it.', 'sam'),
    created_at: at('When it was started.'),
    changed_by: str('Who changed it last.', 'sam'),
    changed_at: at('When it was last changed.'),
    proposed_by: str('Who proposed it; null before.', 'sam').nullable().meta({ example: null }),
    proposed_at: at('When it was proposed; null before.').nullable().meta({ example: null }),
    starts_at: at('When it should come into force; null before it is proposed.')
      .nullable()
      .meta({ example: null }),
    approved_by: str('Who approved it; null before.', 'lee').nullable().meta({ example: null }),
    approved_at: at('When it was approved; null before.').nullable().meta({ example: null }),
    version: str('The catalog version it became; null before.', '2')
      .nullable()
      .meta({ example: null }),
  })
  .meta({ id: 'CatalogDraft', description: 'A draft of a plan catalog version.' })

const moneyBoth = z.object({
  actual: usd('As it really was.', '1200.00'),
  draft: usd('As it would have been.', '1150.00'),
})

export const WhatIfAnswer = z.object({
  commands: whole('Commands that were replayed.', 12000),
  refused: listOf(
    z.object({
      kind: str('The kind of command.', 'activate'),
      code: str('Why it would have been refused.', 'insufficient_balance'),
      count: whole('How many.'),
    }),
    'Commands that were accepted and would have been refused under the draft.',
    [],
  ),
  paid: moneyBoth.describe('Rewards paid to members.'),
  margin: moneyBoth.describe('The company’s share of the joining fees.'),
  owed: moneyBoth.describe('Members’ wallets and the value of unmatched transfers.'),
  boards: listOf(
    z.object({
      plan: str('The plan.', 'Bronze'),
      actual: whole('Boards completed, as it really was.'),
      draft: whole('Boards completed, as it would have been.'),
    }),
    'Complete boards by plan.',
  ),
  custody_value: usd(
    'The current value of our coins; null while TRX has no rate.',
    '1500.00',
  ).nullable(),
  solvent: z
    .object({
      actual: flag('Whether the coins cover our debts; null if unknown.').nullable(),
      draft: flag('Whether they would cover the debts; null if unknown.').nullable(),
    })
    .describe('Whether our coins cover our debts.'),
  members_differing: whole('Members whose wallet would differ.', 12),
  top: listOf(
    z.object({
      username: str('The member.', 'anna'),
      actual: usd('The wallet, as it really is.', '12.50'),
      draft: usd('The wallet, as it would be.', '11.50'),
      difference: usd('The difference.', '-1.00'),
    }),
    'The members whose wallet would differ the most.',
  ),
})

export const WhatIf = z
  .object({
    draft: idOf('The draft’s id.'),
    revision: whole('The revision that was replayed.', 2),
    state: oneOf(['none', 'running', 'done', 'failed'], 'The replay’s progress.', 'done'),
    progress: described(z.number(), 'The completed share, from 0 to 1.', 1),
    failure: str('Why it failed; null if it didn’t.', 'The replay was interrupted.')
      .nullable()
      .meta({ example: null }),
    answer: WhatIfAnswer.nullable().describe('The result; null until it is done.'),
  })
  .meta({ id: 'WhatIf', description: 'A replay of the whole history under a draft’s prices.' })

export const draft = z.object({ note: noteIn, plans: planDrafts })

export const seen = z.object({
  revision: described(
    z.number().int().min(1),
    'The revision you reviewed. Older ones are refused.',
    2,
  ),
})
