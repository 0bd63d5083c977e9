import type { CallName } from '../../../src/contract/routes.ts'
import { by, make, reason, type Maker, type Stage } from '../support/call-stage.ts'
import { requestedClosing, closedMember } from '../support/makers/own-data-makers.ts'
import { addMember, fundMember, type TestMember } from '../support/members.ts'
import { forgetProof, when, type CasesOf } from './refusal-cases.ts'

// The refusals of calls about a member's own data and closed accounts.

const unproved =
  (send: (member: TestMember) => ReturnType<Maker>): Maker =>
  async (stage) => {
    const member = await addMember(stage.world.edge, stage.name())
    await forgetProof(stage, member)
    return await send(member)
  }

/** A member whose wallet can pay a withdrawal. */
async function funded(stage: Stage): Promise<TestMember> {
  const member = await addMember(stage.world.edge, stage.name())
  await fundMember(stage.world.edge, member.no, 3)
  return member
}

const reopen =
  (find: (stage: Stage) => Promise<string>): Maker =>
  async (stage) =>
    make('reopenMember', stage.operators.support, {
      params: { id: await find(stage) },
      body: reason,
    })

export const ownDataRefusals = {
  exportMyData: {
    step_up_required: when(unproved(async (member) => make('exportMyData', by(member), {}))),
  },
  requestClosing: {
    step_up_required: when(unproved(async (member) => make('requestClosing', by(member), {}))),
    closing_open_money: when(async (stage) => make('requestClosing', by(await funded(stage)), {})),
  },
  confirmClosing: {
    invalid_token: when(async ({ member }) =>
      make('confirmClosing', by(member), { body: { token: 'unknown' } }),
    ),
    closing_open_money: when(async (stage) => {
      const { member, token } = await requestedClosing(stage)
      await fundMember(stage.world.edge, member.no, 3)
      return make('confirmClosing', by(member), { body: { token } })
    }),
  },
  reopenMember: {
    not_found: when(reopen(async () => '999999999')),
    not_closed: when(
      reopen(async ({ world, name }) => String((await addMember(world.edge, name())).no)),
    ),
    forbidden: when(
      reopen(async (stage) => {
        const { no } = await closedMember(stage)
        await stage.world.edge.db
          .updateTable('account_closings')
          .set({ closed_at: new Date(Date.now() - 31 * 86_400_000) })
          .where('member_no', '=', no)
          .execute()
        return String(no)
      }),
    ),
  },
} satisfies Partial<CasesOf<CallName>>
