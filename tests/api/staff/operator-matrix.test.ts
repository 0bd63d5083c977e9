import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorRole } from '../../../src/contract/roles.ts'
import { operatorApi } from '../../../src/contract/routes.ts'
import { isLong } from '../../support/scale.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'
import { addMember, type TestMember } from '../support/members.ts'

// Every operators' call against every possible caller, generated from the contract. The rules are
// written down here a second time, so a new call without a rule, or a changed one, fails.

type Name = keyof typeof operatorApi
type Rule = OperatorRole | 'proved support' | 'proved finance' | 'proved admin' | 'anybody'

/** Support reads and answers people. */
const support = [
  'operatorGetMe operatorStepUp operatorListSessions operatorListPasskeys operatorAddPasskey',
  'operatorRenamePasskey operatorStartPasskeyStepUp operatorStepUpWithPasskey',
  'operatorEndSession getOverview getTrends listJobs listAlerts claimItem releaseItem',
  'listMembers getMember getMemberNetwork listMemberPostings listMemberActivity',
  'listMemberSessions endMemberSessions listMemberNotes addMemberNote resendMemberEmail',
  'viewAsMember operatorListProfiles operatorListWithdrawals getWithdrawal listPayouts',
  'getPayout operatorListDeposits operatorListUnattributed listAdjustments listCatalogs',
  'listCatalogDrafts getCatalogDraft getWhatIf listMessages answerMessage listAuditEntries',
  'operatorListIncidents checkAudit listJournals getJournal getCustody',
  'getReadinessChecklist listLegalTexts listSavedViews addSavedView changeSavedView',
  'removeSavedView',
]
/** Each operator's own access. */
const anybody = [
  'operatorLogin operatorLogout operatorStartPasskeySignIn operatorSignInWithPasskey',
]
const provedSupport = [
  'operatorChangePassword operatorStartTotp operatorConfirmTotp operatorStartPasskey',
  'operatorRemovePasskey reopenMember',
]
/** Finance moves money, after a step-up. */
const provedFinance = [
  'approveWithdrawal approveWithdrawals rejectWithdrawal markWithdrawalSent',
  'operatorAcceptUnattributed requestAdjustment approveAdjustment',
]
/** Admins change accounts, plans and rights. */
const admin = [
  'listOperators listAccessChanges rejectAccessChange',
  'addCatalogDraft changeCatalogDraft discardCatalogDraft returnCatalogDraft startWhatIf',
  'checkMemberImport listMemberImports getMemberImport discardMemberImport',
  'placeMemberImport getImportPlacements retryImportRows skipImportRows listImportCorrections',
  'discardImportCorrection',
  'listWebhooks testWebhook listWebhookDeliveries listApiKeys revokeApiKey',
]
const provedAdmin = [
  'requestAccessChange approveAccessChange changeAlert addCatalog proposeCatalogDraft',
  'approveCatalogDraft recordReadinessItem publishLegalText publishLegalTranslation',
  'addWebhook changeWebhook addApiKey',
  'proposeMemberImport approveMemberImport correctImportRow approveImportCorrection',
  'reportIncident updateIncident',
  'rollWebhookSecret removeWebhook replayWebhookDelivery replayFailedDeliveries',
  'suspendMember reinstateMember',
]
const rules = new Map<string, Rule>(
  (
    [
      ['anybody', anybody],
      ['support', support],
      ['proved support', provedSupport],
      ['finance', ['getAdjustmentLimit rejectAdjustment checkLedger']],
      ['proved finance', provedFinance],
      ['admin', admin],
      ['proved admin', provedAdmin],
    ] as const
  ).flatMap(([rule, lines]) =>
    lines.flatMap((line) => line.split(' ').map((name) => [name, rule])),
  ),
)

let staff: StaffEdge
let member: TestMember
beforeAll(async () => {
  staff = await openStaffEdge({ OPERATOR_STEP_UP_MINUTES: '10' })
  member = await addMember(staff.edge, 'wanda')
  await Promise.all(roles.map((role) => staff.add(`late-${role}`, role)))
  await sql`update operator_sessions set stepped_up_at = now() - interval '11 minutes'
    where operator like 'late-%'`.execute(staff.edge.db)
})
afterAll(() => staff.close())

const roles = ['support', 'finance', 'admin'] as const
const names = Object.keys(operatorApi) as Name[]

/** An unused number, so admitted calls find and change nothing. */
const pathOf = (name: Name): string =>
  operatorApi[name].path
    .replace('/api/operator/', '')
    .replace(':queue', 'messages')
    .replace(':item', 'regions')
    .replace(':name', 'no_such_alert')
    .replace(/:\w+/, '99999999')

async function tryAs(who: string, name: Name): Promise<string> {
  const { status, code = '' } = await staff.as(who, operatorApi[name].method, pathOf(name))
  expect(status).toBeLessThan(500)
  const turnedAway = ['not_authenticated', 'token_invalid', 'forbidden', 'step_up_required']
  return turnedAway.includes(code) ? code : 'admitted'
}

/** The expected result for a role that entered its password recently, or long ago. */
function expected(rule: Rule, role: OperatorRole, late: boolean): string {
  const lowest = rule.replace('proved ', '') as OperatorRole
  if (roles.indexOf(role) < roles.indexOf(lowest)) return 'forbidden'
  return late && rule.startsWith('proved') ? 'step_up_required' : 'admitted'
}

/** The lowest role that a rule admits, and the next lower one, which it refuses. */
function aroundLowest(rule: Rule): readonly OperatorRole[] {
  const lowest = roles.indexOf(rule.replace('proved ', '') as OperatorRole)
  return roles.slice(Math.max(0, lowest - 1), lowest + 1)
}

test('has a rule for every operator call, and a call for every rule', () => {
  expect([...rules.keys()].toSorted()).toEqual([...names].toSorted())
})

describe('admits the right roles', () => {
  const ruled = names.filter((name) => rules.get(name) !== 'anybody')
  test.each(ruled)('%s', async (name) => {
    const rule = rules.get(name) ?? 'admin'
    const row: string[] = []
    const wanted: string[] = []
    // The long run tries all roles.
    for (const role of isLong ? roles : aroundLowest(rule)) {
      row.push(await tryAs(role, name), await tryAs(`late-${role}`, name))
      wanted.push(expected(rule, role, false), expected(rule, role, true))
    }
    expect(row).toEqual(wanted)
    expect(await tryAs('a stranger', name)).toBe('not_authenticated')
    const headers = { authorization: `Bearer ${member.access}` }
    const asMember = await staff.as('a stranger', operatorApi[name].method, pathOf(name), {
      headers,
    })
    expect([asMember.status, asMember.problem.code]).toEqual([401, 'not_authenticated'])
  })
})

test('lets clients repeat money calls under their key', () => {
  const money = names.filter((name) => operatorApi[name].money)
  expect(money.toSorted()).toEqual(
    [
      'approveWithdrawal',
      'rejectWithdrawal',
      'markWithdrawalSent',
      'operatorAcceptUnattributed',
      'requestAdjustment',
      'approveAdjustment',
      'rejectAdjustment',
    ].toSorted(),
  )
})
