import { call, type Endpoint } from './endpoint.ts'

// Every call of the API: method, path and access. The rest of a call (input, answer, errors) is in
// the file of its subject, under the same name. This table loads no schemas, so the browser can use
// it directly.
//
// Names are `list…`, `get…` or another verb. If members and operators have the same call, the
// operators' one starts with `operator`.
//
// Access: `visitor` sends no token, `member` sends a bearer token. The others need an operator's
// session with that role or a higher one: support reads and answers people, finance moves money,
// admin changes people, plans and rights. `proved` calls need a recent step-up. `money` calls honor
// Idempotency-Key.

const money = { money: true } as const
const created = { status: 201 } as const
const passkey = { limit: 'passkey' } as const
const proved = { stepUp: true } as const
const provedMoney = { money: true, stepUp: true } as const

/** The calls of visitors and members. */
export const memberApi = {
  // Signing in
  register: call('POST /api/auth/register/', 'visitor', { ...created, limit: 'registration' }),
  login: call('POST /api/auth/login/', 'visitor', { limit: 'signInAddress' }),
  logout: call('POST /api/auth/logout/', 'visitor'),
  refreshToken: call('POST /api/auth/token/refresh/', 'visitor'),
  verifyToken: call('POST /api/auth/token/verify/', 'visitor'),
  checkUsername: call('GET /api/auth/check-username/', 'visitor', { limit: 'checks' }),
  checkEmail: call('GET /api/auth/check-email/', 'visitor', { limit: 'checks' }),
  checkReferral: call('GET /api/auth/check-referral/', 'visitor', { limit: 'checks' }),
  stepUp: call('POST /api/auth/step-up/', 'member'),
  startTotp: call('POST /api/auth/totp/', 'member'),
  confirmTotp: call('POST /api/auth/totp/confirm/', 'member'),
  disableTotp: call('POST /api/auth/totp/disable/', 'member'),
  startPasskeySignIn: call('POST /api/auth/login/passkey/options/', 'visitor', passkey),
  signInWithPasskey: call('POST /api/auth/login/passkey/', 'visitor', { limit: 'signInAddress' }),
  startPasskeyStepUp: call('POST /api/auth/step-up/passkey/options/', 'member', passkey),
  stepUpWithPasskey: call('POST /api/auth/step-up/passkey/', 'member', passkey),
  listPasskeys: call('GET /api/auth/passkeys/', 'member'),
  startPasskey: call('POST /api/auth/passkeys/options/', 'member', passkey),
  addPasskey: call('POST /api/auth/passkeys/', 'member', { ...created, ...passkey }),
  renamePasskey: call('PATCH /api/auth/passkeys/:id/', 'member'),
  removePasskey: call('DELETE /api/auth/passkeys/:id/', 'member'),
  getSecurity: call('GET /api/auth/security/', 'member'),
  listSessions: call('GET /api/auth/sessions/', 'member'),
  endSession: call('DELETE /api/auth/sessions/:id/', 'member'),
  endOtherSessions: call('DELETE /api/auth/sessions/', 'member'),

  // The member's account
  getMe: call('GET /api/accounts/me/', 'member'),
  updateMe: call('PATCH /api/accounts/me/update/', 'member'),
  changePassword: call('POST /api/accounts/change-password/', 'member'),
  forgotPassword: call('POST /api/accounts/forgot-password/', 'visitor', { limit: 'recovery' }),
  resetPassword: call('POST /api/accounts/reset-password/', 'visitor', { limit: 'checks' }),
  verifyEmail: call('GET /api/accounts/verify-email/:token/', 'visitor', { limit: 'checks' }),
  confirmEmail: call('POST /api/accounts/verify-email/:token/', 'visitor', { limit: 'checks' }),
  getDispute: call('GET /api/accounts/not-me/:token/', 'visitor', { limit: 'checks' }),
  dispute: call('POST /api/accounts/not-me/:token/', 'visitor', { limit: 'checks' }),
  resendVerification: call('POST /api/accounts/resend-verification/', 'visitor', {
    limit: 'recovery',
  }),
  listProfiles: call('GET /api/accounts/profiles/', 'member'),
  getProfile: call('GET /api/accounts/profiles/:id/', 'member'),
  getBoard: call('GET /api/accounts/profiles/:id/board/', 'member'),
  activateProfile: call('POST /api/accounts/profiles/:id/wallet-activate/', 'member', money),
  listRecentActivity: call('GET /api/accounts/activity/recent/', 'member'),
  listActivity: call('GET /api/accounts/activity/', 'member'),
  explainRewards: call('GET /api/accounts/activity/explain/', 'member'),
  getEarnings: call('GET /api/accounts/earnings/', 'member'),
  getStatement: call('GET /api/accounts/statement/', 'member', { limit: 'statements' }),
  listProofs: call('GET /api/accounts/proofs/', 'member', { limit: 'receipts' }),
  getProof: call('GET /api/accounts/proofs/:day/', 'member', { limit: 'receipts' }),
  reportProof: call('POST /api/accounts/proofs/reports/', 'member', {
    ...created,
    limit: 'proofReports',
  }),
  getReceipt: call('GET /api/accounts/proofs/receipts/:journal/', 'member', { limit: 'receipts' }),
  exportMyData: call('POST /api/accounts/data/', 'member'),
  getClosing: call('GET /api/accounts/closing/', 'member'),
  requestClosing: call('POST /api/accounts/closing/', 'member'),
  confirmClosing: call('POST /api/accounts/closing/confirm/', 'member'),
  listPlans: call('GET /api/accounts/plans/', 'visitor'),
  listReferrals: call('GET /api/accounts/referrals/', 'member'),
  sendContactMessage: call('POST /api/accounts/contact/', 'visitor', {
    ...created,
    limit: 'contact',
  }),

  // News by email: the unsubscribe link needs no sign-in
  getUnsubscribe: call('GET /api/mail/unsubscribe/:token/', 'visitor'),
  unsubscribe: call('POST /api/mail/unsubscribe/:token/', 'visitor'),
  getEmailSettings: call('GET /api/accounts/mail-settings/', 'member'),
  updateEmailSettings: call('PATCH /api/accounts/mail-settings/', 'member'),

  // The network
  getTree: call('GET /api/tree/visualization/', 'member'),
  getTreeChildren: call('GET /api/tree/children/', 'member'),
  getTreeUser: call('GET /api/tree/user/:id/', 'member'),
  getTreeCounts: call('GET /api/tree/counts/', 'member'),
  getTreePath: call('GET /api/tree/path/', 'member'),
  listDownline: call('GET /api/tree/beneath/', 'member'),
  searchTree: call('GET /api/tree/search/', 'member'),
  getTreeWindow: call('GET /api/tree/window/', 'member'),
  getTreeMap: call('GET /api/tree/map/', 'member'),

  // Money
  getTrxWallet: call('GET /api/transactions/trx_wallet_info/', 'member'),
  getUsdtWallet: call('GET /api/transactions/usdt_wallet_info/', 'member'),
  getLiveRate: call('GET /api/transactions/rates/live/', 'visitor'),
  getChain: call('GET /api/transactions/chain/', 'visitor'),
  requestDeposit: call('POST /api/transactions/deposit_ustd/', 'member', { ...created, ...money }),
  verifyDeposit: call('POST /api/transactions/verify_and_approve_deposit/:request_id/', 'member', {
    ...money,
    limit: 'verification',
  }),
  acceptDeposit: call('POST /api/transactions/deposits/:request_id/accept/', 'member', money),
  listUnattributed: call('GET /api/transactions/unattributed/', 'member'),
  acceptUnattributed: call('POST /api/transactions/unattributed/:id/accept/', 'member', money),
  listDeposits: call('GET /api/rewards/deposits/', 'member'),
  getDeposit: call('GET /api/rewards/deposits/by-request/:request_id/', 'member'),
  listWithdrawals: call('GET /api/rewards/withdrawals/', 'member'),
  getWithdrawalTerms: call('GET /api/rewards/withdrawals/terms/', 'member', { limit: 'money' }),
  requestWithdrawal: call('POST /api/rewards/withdrawals/', 'member', { ...created, ...money }),
  cancelWithdrawal: call('POST /api/rewards/withdrawals/:id/cancel/', 'member', money),

  // Live updates as server-sent events: wallet, deposit, network, withdrawal
  streamEvents: call('GET /api/events/', 'member'),

  // Health
  getLiveness: call('GET /api/health/live/', 'visitor', { limit: null }),
  getServing: call('GET /api/health/serving/', 'visitor', { limit: null }),
  getReadiness: call('GET /api/health/ready/', 'visitor', { limit: null }),

  // The terms and the privacy text in force
  listSealedDays: call('GET /api/transparency/days/', 'visitor'),
  getSheet: call('GET /api/transparency/days/:day/', 'visitor'),
  getSeal: call('GET /api/transparency/seal/:day/', 'visitor'),
  getIncome: call('GET /api/transparency/income/', 'visitor'),
  getBoardOutcomes: call('GET /api/transparency/boards/', 'visitor'),
  getSolvency: call('GET /api/transparency/solvency/', 'visitor'),
  listAnchors: call('GET /api/transparency/anchors/', 'visitor'),
  getReserveSample: call('GET /api/transparency/solvency/sample/', 'visitor'),
  getServiceStatus: call('GET /api/transparency/status/', 'visitor'),
  listIncidents: call('GET /api/transparency/incidents/', 'visitor'),
  getLegalTexts: call('GET /api/texts/', 'visitor'),
} as const satisfies Record<string, Endpoint>

/** The calls of the console. Every change is in the audit log. */
export const operatorApi = {
  // Signing in
  operatorLogin: call('POST /api/operator/auth/login/', 'visitor', { limit: 'signInAddress' }),
  operatorLogout: call('POST /api/operator/auth/logout/', 'visitor'),
  operatorGetMe: call('GET /api/operator/auth/me/', 'support'),
  operatorStepUp: call('POST /api/operator/auth/step-up/', 'support'),
  operatorStartTotp: call('POST /api/operator/auth/totp/', 'support', proved),
  operatorConfirmTotp: call('POST /api/operator/auth/totp/confirm/', 'support', proved),
  operatorChangePassword: call('POST /api/operator/auth/password/', 'support', proved),
  operatorStartPasskeySignIn: call(
    'POST /api/operator/auth/login/passkey/options/',
    'visitor',
    passkey,
  ),
  operatorSignInWithPasskey: call('POST /api/operator/auth/login/passkey/', 'visitor', {
    limit: 'signInAddress',
  }),
  operatorStartPasskeyStepUp: call(
    'POST /api/operator/auth/step-up/passkey/options/',
    'support',
    passkey,
  ),
  operatorStepUpWithPasskey: call('POST /api/operator/auth/step-up/passkey/', 'support', passkey),
  operatorListPasskeys: call('GET /api/operator/auth/passkeys/', 'support'),
  operatorStartPasskey: call('POST /api/operator/auth/passkeys/options/', 'support', {
    ...passkey,
    ...proved,
  }),
  operatorAddPasskey: call('POST /api/operator/auth/passkeys/', 'support', {
    ...created,
    ...passkey,
  }),
  operatorRenamePasskey: call('PATCH /api/operator/auth/passkeys/:id/', 'support'),
  operatorRemovePasskey: call('DELETE /api/operator/auth/passkeys/:id/', 'support', proved),
  operatorListSessions: call('GET /api/operator/auth/sessions/', 'support'),
  operatorEndSession: call('DELETE /api/operator/auth/sessions/:id/', 'support'),

  // Staff: another admin approves what one admin requests
  listOperators: call('GET /api/operator/operators/', 'admin'),
  listAccessChanges: call('GET /api/operator/access-changes/', 'admin'),
  requestAccessChange: call('POST /api/operator/access-changes/', 'admin', {
    ...created,
    ...proved,
  }),
  approveAccessChange: call('POST /api/operator/access-changes/:id/approve/', 'admin', proved),
  rejectAccessChange: call('POST /api/operator/access-changes/:id/reject/', 'admin'),

  // Monitoring
  getOverview: call('GET /api/operator/overview/', 'support'),
  getTrends: call('GET /api/operator/overview/trends/', 'support'),
  listJobs: call('GET /api/operator/jobs/', 'support'),
  listAlerts: call('GET /api/operator/alerts/', 'support'),
  changeAlert: call('POST /api/operator/alerts/:name/', 'admin', proved),

  // Incidents on the public status page
  operatorListIncidents: call('GET /api/operator/incidents/', 'support'),
  reportIncident: call('POST /api/operator/incidents/', 'admin', { ...created, ...proved }),
  updateIncident: call('POST /api/operator/incidents/:id/updates/', 'admin', {
    ...created,
    ...proved,
  }),

  // Members that a company imports
  checkMemberImport: call('POST /api/operator/member-imports/check/', 'admin', { file: true }),
  listMemberImports: call('GET /api/operator/member-imports/', 'admin'),
  getMemberImport: call('GET /api/operator/member-imports/:id/', 'admin'),
  proposeMemberImport: call('POST /api/operator/member-imports/', 'admin', {
    ...created,
    ...proved,
    file: true,
  }),
  approveMemberImport: call('POST /api/operator/member-imports/:id/approve/', 'admin', proved),
  discardMemberImport: call('POST /api/operator/member-imports/:id/discard/', 'admin'),
  placeMemberImport: call('POST /api/operator/member-imports/placements/', 'admin', { file: true }),
  getImportPlacements: call('GET /api/operator/member-imports/:id/placements/', 'admin'),
  retryImportRows: call('POST /api/operator/member-imports/:id/retry/', 'admin'),
  skipImportRows: call('POST /api/operator/member-imports/:id/skip/', 'admin'),
  correctImportRow: call('POST /api/operator/member-imports/:id/corrections/', 'admin', {
    ...created,
    ...proved,
  }),
  listImportCorrections: call('GET /api/operator/import-corrections/', 'admin'),
  approveImportCorrection: call(
    'POST /api/operator/import-corrections/:id/approve/',
    'admin',
    proved,
  ),
  discardImportCorrection: call('POST /api/operator/import-corrections/:id/discard/', 'admin'),

  // An operator's saved filters for lists
  listSavedViews: call('GET /api/operator/views/', 'support'),
  addSavedView: call('POST /api/operator/views/', 'support', created),
  changeSavedView: call('PATCH /api/operator/views/:id/', 'support'),
  removeSavedView: call('DELETE /api/operator/views/:id/', 'support'),

  // API keys for programs: they can't make calls that need a step-up
  listApiKeys: call('GET /api/operator/api-keys/', 'admin'),
  addApiKey: call('POST /api/operator/api-keys/', 'admin', { ...created, ...proved }),
  revokeApiKey: call('POST /api/operator/api-keys/:id/revoke/', 'admin'),

  // Webhooks for the company's other systems
  listWebhooks: call('GET /api/operator/webhooks/', 'admin'),
  addWebhook: call('POST /api/operator/webhooks/', 'admin', { ...created, ...proved }),
  changeWebhook: call('PATCH /api/operator/webhooks/:id/', 'admin', proved),
  rollWebhookSecret: call('POST /api/operator/webhooks/:id/roll-secret/', 'admin', proved),
  removeWebhook: call('DELETE /api/operator/webhooks/:id/', 'admin', proved),
  testWebhook: call('POST /api/operator/webhooks/:id/test/', 'admin'),
  listWebhookDeliveries: call('GET /api/operator/webhooks/:id/deliveries/', 'admin'),
  replayWebhookDelivery: call(
    'POST /api/operator/webhooks/:id/deliveries/:event/replay/',
    'admin',
    proved,
  ),
  replayFailedDeliveries: call('POST /api/operator/webhooks/:id/replay/', 'admin', proved),

  // Claims: one operator works on an item of a queue
  claimItem: call('POST /api/operator/queues/:queue/:id/claim/', 'support'),
  releaseItem: call('POST /api/operator/queues/:queue/:id/release/', 'support'),

  // Members
  listMembers: call('GET /api/operator/members/', 'support'),
  getMember: call('GET /api/operator/members/:id/', 'support'),
  reopenMember: call('POST /api/operator/members/:id/reopen/', 'support', proved),
  suspendMember: call('POST /api/operator/members/:id/suspend/', 'admin', proved),
  reinstateMember: call('POST /api/operator/members/:id/reinstate/', 'admin', proved),
  getMemberNetwork: call('GET /api/operator/members/:id/network/', 'support'),
  listMemberPostings: call('GET /api/operator/members/:id/postings/', 'support'),
  listMemberActivity: call('GET /api/operator/members/:id/activity/', 'support'),
  listMemberSessions: call('GET /api/operator/members/:id/sessions/', 'support'),
  endMemberSessions: call('POST /api/operator/members/:id/end-sessions/', 'support'),
  listMemberNotes: call('GET /api/operator/members/:id/notes/', 'support'),
  addMemberNote: call('POST /api/operator/members/:id/notes/', 'support', created),
  resendMemberEmail: call('POST /api/operator/members/:id/resend-mail/', 'support'),
  viewAsMember: call('POST /api/operator/members/:id/view/', 'support'),
  operatorListProfiles: call('GET /api/operator/profiles/', 'support'),

  // Withdrawals and payouts
  operatorListWithdrawals: call('GET /api/operator/withdrawals/', 'support'),
  getWithdrawal: call('GET /api/operator/withdrawals/:id/', 'support'),
  approveWithdrawal: call('POST /api/operator/withdrawals/:id/approve/', 'finance', provedMoney),
  approveWithdrawals: call('POST /api/operator/withdrawals/approve/', 'finance', {
    limit: 'money',
    ...proved,
  }),
  rejectWithdrawal: call('POST /api/operator/withdrawals/:id/reject/', 'finance', provedMoney),
  markWithdrawalSent: call('POST /api/operator/withdrawals/:id/sent/', 'finance', provedMoney),
  listPayouts: call('GET /api/operator/payouts/', 'support'),
  getPayout: call('GET /api/operator/payouts/:id/', 'support'),

  // Deposits
  operatorListDeposits: call('GET /api/operator/deposits/', 'support'),
  operatorListUnattributed: call('GET /api/operator/deposits/unattributed/', 'support'),
  operatorAcceptUnattributed: call(
    'POST /api/operator/deposits/unattributed/:id/accept/',
    'finance',
    provedMoney,
  ),

  // Adjustments: above an operator’s own limit, another one approves
  listAdjustments: call('GET /api/operator/adjustments/', 'support'),
  getAdjustmentLimit: call('GET /api/operator/adjustment-limit/', 'finance'),
  requestAdjustment: call('POST /api/operator/adjustments/', 'finance', {
    ...created,
    ...provedMoney,
  }),
  approveAdjustment: call('POST /api/operator/adjustments/:id/approve/', 'finance', provedMoney),
  rejectAdjustment: call('POST /api/operator/adjustments/:id/reject/', 'finance', money),

  // The plan catalog: one operator proposes a draft, another one approves it
  listCatalogs: call('GET /api/operator/catalogues/', 'support'),
  addCatalog: call('POST /api/operator/catalogues/', 'admin', { ...created, ...proved }),
  listCatalogDrafts: call('GET /api/operator/catalogue-drafts/', 'support'),
  getCatalogDraft: call('GET /api/operator/catalogue-drafts/:id/', 'support'),
  addCatalogDraft: call('POST /api/operator/catalogue-drafts/', 'admin', created),
  changeCatalogDraft: call('PATCH /api/operator/catalogue-drafts/:id/', 'admin'),
  discardCatalogDraft: call('POST /api/operator/catalogue-drafts/:id/discard/', 'admin'),
  proposeCatalogDraft: call('POST /api/operator/catalogue-drafts/:id/propose/', 'admin', proved),
  approveCatalogDraft: call('POST /api/operator/catalogue-drafts/:id/approve/', 'admin', proved),
  returnCatalogDraft: call('POST /api/operator/catalogue-drafts/:id/return/', 'admin'),
  startWhatIf: call('POST /api/operator/catalogue-drafts/:id/what-if/', 'admin'),
  getWhatIf: call('GET /api/operator/catalogue-drafts/:id/what-if/', 'support'),

  // Messages from the contact form
  listMessages: call('GET /api/operator/messages/', 'support'),
  answerMessage: call('POST /api/operator/messages/:id/answer/', 'support'),

  // Records
  listAuditEntries: call('GET /api/operator/audit/', 'support'),
  checkAudit: call('GET /api/operator/audit/check/', 'support'),
  listJournals: call('GET /api/operator/ledger/journals/', 'support'),
  getJournal: call('GET /api/operator/ledger/journals/:id/', 'support'),
  checkLedger: call('GET /api/operator/ledger/check/', 'finance'),
  getCustody: call('GET /api/operator/custody/', 'support'),

  // Readiness: the requirements before accepting real money
  getReadinessChecklist: call('GET /api/operator/go-live/', 'support'),
  recordReadinessItem: call('POST /api/operator/go-live/:item/', 'admin', proved),
  listLegalTexts: call('GET /api/operator/texts/', 'support'),
  publishLegalText: call('POST /api/operator/texts/', 'admin', { ...created, ...proved }),
  publishLegalTranslation: call('POST /api/operator/text-translations/', 'admin', {
    ...created,
    ...proved,
  }),
} as const satisfies Record<string, Endpoint>

/** Every call. A spread would tie both tables together; this way a bundle can take only one. */
export const api = /* @__PURE__ */ Object.assign({}, memberApi, operatorApi)

export type MemberCallName = keyof typeof memberApi
export type CallName = keyof typeof api
