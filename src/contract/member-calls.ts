import { call, type Endpoint } from './endpoint.ts'

// The API of visitors and members on one screen: every call's method, path, who may make it, and
// which limit counts it. What goes in and comes out stands in schemas.ts under the same name; this
// table loads no schema library and no call of operators, so that the browser takes it as it is.
//
// Access: `visitor` reads no token, `member` wants a bearer token, and the others want an
// operator's session of that role or above (operator-calls.ts). `money` calls honour
// Idempotency-Key.

const money = { money: true } as const
const created = { status: 201 } as const

export const memberCalls = {
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
  getSecurity: call('GET /api/auth/security/', 'member'),
  listSessions: call('GET /api/auth/sessions/', 'member'),
  endSession: call('DELETE /api/auth/sessions/:id/', 'member'),
  endOtherSessions: call('DELETE /api/auth/sessions/', 'member'),

  // The member's account
  me: call('GET /api/accounts/me/', 'member'),
  updateMe: call('PATCH /api/accounts/me/update/', 'member'),
  changePassword: call('POST /api/accounts/change-password/', 'member'),
  forgotPassword: call('POST /api/accounts/forgot-password/', 'visitor', { limit: 'recovery' }),
  resetPassword: call('POST /api/accounts/reset-password/', 'visitor', { limit: 'checks' }),
  verifyEmail: call('GET /api/accounts/verify-email/:token/', 'visitor', { limit: 'checks' }),
  confirmEmail: call('POST /api/accounts/verify-email/:token/', 'visitor', { limit: 'checks' }),
  showDispute: call('GET /api/accounts/not-me/:token/', 'visitor', { limit: 'checks' }),
  dispute: call('POST /api/accounts/not-me/:token/', 'visitor', { limit: 'checks' }),
  resendVerification: call('POST /api/accounts/resend-verification/', 'visitor', {
    limit: 'recovery',
  }),
  listProfiles: call('GET /api/accounts/profiles/', 'member'),
  getProfile: call('GET /api/accounts/profiles/:id/', 'member'),
  getBoard: call('GET /api/accounts/profiles/:id/board/', 'member'),
  activateProfile: call('POST /api/accounts/profiles/:id/wallet-activate/', 'member', money),
  recentActivity: call('GET /api/accounts/activity/recent/', 'member'),
  listActivity: call('GET /api/accounts/activity/', 'member'),
  explainRewards: call('GET /api/accounts/activity/explain/', 'member'),
  getEarnings: call('GET /api/accounts/earnings/', 'member'),
  getStatement: call('GET /api/accounts/statement/', 'member'),
  listPlans: call('GET /api/accounts/plans/', 'visitor'),
  listReferrals: call('GET /api/accounts/referrals/', 'member'),
  contact: call('POST /api/accounts/contact/', 'visitor', { ...created, limit: 'contact' }),

  // News by mail: the link of each such mail, which needs no sign-in, and the switch
  askUnsubscribe: call('GET /api/mail/unsubscribe/:token/', 'visitor'),
  unsubscribe: call('POST /api/mail/unsubscribe/:token/', 'visitor'),
  getMailSettings: call('GET /api/accounts/mail-settings/', 'member'),
  changeMailSettings: call('PATCH /api/accounts/mail-settings/', 'member'),

  // The network
  getTree: call('GET /api/tree/visualization/', 'member'),
  getTreeChildren: call('GET /api/tree/children/', 'member'),
  getTreeUser: call('GET /api/tree/user/:id/', 'member'),
  getTreeCounts: call('GET /api/tree/counts/', 'member'),
  getTreePath: call('GET /api/tree/path/', 'member'),
  listBeneath: call('GET /api/tree/beneath/', 'member'),
  searchTree: call('GET /api/tree/search/', 'member'),
  getTreeWindow: call('GET /api/tree/window/', 'member'),
  getTreeMap: call('GET /api/tree/map/', 'member'),

  // Money
  trxWalletInfo: call('GET /api/transactions/trx_wallet_info/', 'member'),
  usdtWalletInfo: call('GET /api/transactions/usdt_wallet_info/', 'member'),
  liveRate: call('GET /api/transactions/rates/live/', 'visitor'),
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

  // Live changes, as server-sent events: wallet, deposit, network, withdrawal
  events: call('GET /api/events/', 'member'),

  // Health
  live: call('GET /api/health/live/', 'visitor', { limit: null }),
  ready: call('GET /api/health/ready/', 'visitor', { limit: null }),

  // What a visitor reads before joining: the terms and the privacy text in force
  getLegalTexts: call('GET /api/texts/', 'visitor'),
} as const satisfies Record<string, Endpoint>

export type MemberCallName = keyof typeof memberCalls
