import { call, type Endpoint } from './endpoint.ts'

// The operators' calls on one screen, as in index.ts. Each names the lowest role that may make it:
// support reads and answers people, finance moves money, admin changes people, plans and rights.
// `proved` calls want the password or code entered lately. Every change is in the audit log.

const money = { money: true } as const
const created = { status: 201 } as const
const proved = { stepUp: true } as const
const provedMoney = { money: true, stepUp: true } as const

export const operatorCalls = {
  // Signing in
  operatorLogin: call('POST /api/operator/auth/login/', 'visitor', { limit: 'signInAddress' }),
  operatorLogout: call('POST /api/operator/auth/logout/', 'visitor'),
  operatorMe: call('GET /api/operator/auth/me/', 'support'),
  operatorStepUp: call('POST /api/operator/auth/step-up/', 'support'),
  operatorStartTotp: call('POST /api/operator/auth/totp/', 'support'),
  operatorConfirmTotp: call('POST /api/operator/auth/totp/confirm/', 'support'),
  operatorChangePassword: call('POST /api/operator/auth/password/', 'support', proved),
  operatorListSessions: call('GET /api/operator/auth/sessions/', 'support'),
  operatorEndSession: call('DELETE /api/operator/auth/sessions/:id/', 'support'),

  // Staff: what one admin asks for, another one approves
  findOperators: call('GET /api/operator/operators/', 'admin'),
  findAccessChanges: call('GET /api/operator/access-changes/', 'admin'),
  requestAccessChange: call('POST /api/operator/access-changes/', 'admin', {
    ...created,
    ...proved,
  }),
  approveAccessChange: call('POST /api/operator/access-changes/:id/approve/', 'admin', proved),
  rejectAccessChange: call('POST /api/operator/access-changes/:id/reject/', 'admin'),

  // How the product stands
  overview: call('GET /api/operator/overview/', 'support'),
  getTrends: call('GET /api/operator/overview/trends/', 'support'),
  listJobs: call('GET /api/operator/jobs/', 'support'),
  listAlerts: call('GET /api/operator/alerts/', 'support'),
  changeAlert: call('POST /api/operator/alerts/:name/', 'admin', proved),

  // Who works on what: withdrawals, unattributed, messages
  claimItem: call('POST /api/operator/queues/:queue/:id/claim/', 'support'),
  releaseItem: call('POST /api/operator/queues/:queue/:id/release/', 'support'),

  // Members
  findMembers: call('GET /api/operator/members/', 'support'),
  getMember: call('GET /api/operator/members/:id/', 'support'),
  suspendMember: call('POST /api/operator/members/:id/suspend/', 'admin'),
  reinstateMember: call('POST /api/operator/members/:id/reinstate/', 'admin'),
  getMemberNetwork: call('GET /api/operator/members/:id/network/', 'support'),
  findMemberPostings: call('GET /api/operator/members/:id/postings/', 'support'),
  findMemberActivity: call('GET /api/operator/members/:id/activity/', 'support'),
  listMemberSessions: call('GET /api/operator/members/:id/sessions/', 'support'),
  endMemberSessions: call('POST /api/operator/members/:id/end-sessions/', 'support'),
  findMemberNotes: call('GET /api/operator/members/:id/notes/', 'support'),
  addMemberNote: call('POST /api/operator/members/:id/notes/', 'support', created),
  resendMemberMail: call('POST /api/operator/members/:id/resend-mail/', 'support'),
  viewAsMember: call('POST /api/operator/members/:id/view/', 'support'),
  findProfiles: call('GET /api/operator/profiles/', 'support'),

  // Withdrawals and payouts
  findWithdrawals: call('GET /api/operator/withdrawals/', 'support'),
  getWithdrawal: call('GET /api/operator/withdrawals/:id/', 'support'),
  approveWithdrawal: call('POST /api/operator/withdrawals/:id/approve/', 'finance', provedMoney),
  approveWithdrawals: call('POST /api/operator/withdrawals/approve/', 'finance', {
    limit: 'money',
    ...proved,
  }),
  rejectWithdrawal: call('POST /api/operator/withdrawals/:id/reject/', 'finance', provedMoney),
  markWithdrawalSent: call('POST /api/operator/withdrawals/:id/sent/', 'finance', provedMoney),
  findPayouts: call('GET /api/operator/payouts/', 'support'),
  getPayout: call('GET /api/operator/payouts/:id/', 'support'),

  // Deposits
  findDeposits: call('GET /api/operator/deposits/', 'support'),
  findUnattributed: call('GET /api/operator/deposits/unattributed/', 'support'),
  operatorAcceptUnattributed: call(
    'POST /api/operator/deposits/unattributed/:id/accept/',
    'finance',
    provedMoney,
  ),

  // Adjustments: requested by one, approved by another above what one adjusts alone
  findAdjustments: call('GET /api/operator/adjustments/', 'support'),
  getAdjustmentLimit: call('GET /api/operator/adjustment-limit/', 'finance'),
  requestAdjustment: call('POST /api/operator/adjustments/', 'finance', {
    ...created,
    ...provedMoney,
  }),
  approveAdjustment: call('POST /api/operator/adjustments/:id/approve/', 'finance', provedMoney),
  rejectAdjustment: call('POST /api/operator/adjustments/:id/reject/', 'finance', money),

  // The plan catalogue: drafts, proposed by one and approved by another
  listCatalogues: call('GET /api/operator/catalogues/', 'support'),
  addCatalogue: call('POST /api/operator/catalogues/', 'admin', { ...created, ...proved }),
  findCatalogueDrafts: call('GET /api/operator/catalogue-drafts/', 'support'),
  getCatalogueDraft: call('GET /api/operator/catalogue-drafts/:id/', 'support'),
  addCatalogueDraft: call('POST /api/operator/catalogue-drafts/', 'admin', created),
  changeCatalogueDraft: call('PATCH /api/operator/catalogue-drafts/:id/', 'admin'),
  discardCatalogueDraft: call('POST /api/operator/catalogue-drafts/:id/discard/', 'admin'),
  proposeCatalogueDraft: call('POST /api/operator/catalogue-drafts/:id/propose/', 'admin', proved),
  approveCatalogueDraft: call('POST /api/operator/catalogue-drafts/:id/approve/', 'admin', proved),
  returnCatalogueDraft: call('POST /api/operator/catalogue-drafts/:id/return/', 'admin'),
  startWhatIf: call('POST /api/operator/catalogue-drafts/:id/what-if/', 'admin'),
  getWhatIf: call('GET /api/operator/catalogue-drafts/:id/what-if/', 'support'),

  // Messages from the contact form
  findMessages: call('GET /api/operator/messages/', 'support'),
  answerMessage: call('POST /api/operator/messages/:id/answer/', 'support'),

  // Records
  findAuditEntries: call('GET /api/operator/audit/', 'support'),
  checkAudit: call('GET /api/operator/audit/check/', 'support'),
  findJournals: call('GET /api/operator/ledger/journals/', 'support'),
  getJournal: call('GET /api/operator/ledger/journals/:id/', 'support'),
  checkLedger: call('GET /api/operator/ledger/check/', 'finance'),
  reportCustody: call('GET /api/operator/custody/', 'support'),

  // Before real money comes in
  getGoLive: call('GET /api/operator/go-live/', 'support'),
  recordGoLive: call('POST /api/operator/go-live/:item/', 'admin', proved),
  findLegalTexts: call('GET /api/operator/texts/', 'support'),
  publishLegalText: call('POST /api/operator/texts/', 'admin', { ...created, ...proved }),
} as const satisfies Record<string, Endpoint>

export type OperatorCallName = keyof typeof operatorCalls
