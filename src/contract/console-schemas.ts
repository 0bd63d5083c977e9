import { z } from 'zod'
import * as shapes from './console.ts'
import {
  csvPaging,
  detail,
  filledLine,
  filledText,
  id,
  line,
  pageOf,
  queuePaging,
  secret,
  time,
  username,
} from './fields.ts'
import * as limits from './limits.ts'
import { ActivityEntry } from './history.ts'
import { newOperatorPassword, planDraft, reason } from './operator-fields.ts'

// What goes into and comes out of the console's calls beyond those of operator-schemas.ts.

const params = z.object({ id })
const search = line(limits.searchLength.max).optional()
const role = z.enum(['support', 'finance', 'admin'], { error: 'Choose a role.' })

const accessChange = z
  .object({ kind: z.enum(shapes.accessChangeKinds), username, role: role.optional(), reason })
  .refine(
    ({ kind, role: given }) => given !== undefined || kind === 'reset' || kind === 'disable',
    {
      path: ['role'],
      message: 'Choose a role.',
    },
  )

const passwordChange = z
  .object({
    current_password: secret(),
    new_password: newOperatorPassword,
    confirm_password: secret(),
  })
  .refine((form) => form.new_password === form.confirm_password, {
    path: ['confirm_password'],
    message: 'New passwords do not match',
  })

const staff = {
  operatorStepUp: {
    body: z.object({ password: z.string().max(1024).optional(), totp: line(16).optional() }),
    answer: z.object({ valid_until: time }),
  },
  operatorChangePassword: { body: passwordChange, answer: detail },
  operatorListSessions: { answer: z.array(shapes.OperatorSession) },
  operatorEndSession: { params, answer: detail },
  findOperators: { query: csvPaging, answer: pageOf(shapes.StaffMember) },
  findAccessChanges: {
    query: queuePaging.extend({ status: z.enum(['pending', 'approved', 'rejected']).optional() }),
    answer: pageOf(shapes.AccessChange),
  },
  requestAccessChange: { body: accessChange, answer: shapes.RequestedAccessChange },
  approveAccessChange: { params, answer: shapes.ApprovedAccessChange },
  rejectAccessChange: { params, body: z.object({ reason }), answer: shapes.AccessChange },
}

const queueItem = z.object({ queue: z.enum(['withdrawals', 'unattributed', 'messages']), id })

const watching = {
  getTrends: {
    query: z.object({ days: z.enum(['7', '30', '90', '365']).optional() }),
    answer: shapes.Trends,
  },
  listJobs: { answer: z.array(shapes.JobState) },
  listAlerts: { answer: z.array(shapes.Alert) },
  changeAlert: {
    params: z.object({ name: filledLine(40) }),
    body: z.object({
      enabled: z.boolean(),
      limit: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'Enter a number.'),
    }),
    answer: shapes.Alert,
  },
  claimItem: { params: queueItem, answer: shapes.Claim },
  releaseItem: { params: queueItem, answer: shapes.Claim },
}

const members = {
  getMemberNetwork: { params, answer: shapes.MemberNetwork },
  findMemberPostings: { params, query: csvPaging, answer: pageOf(shapes.MemberPosting) },
  findMemberActivity: { params, query: csvPaging, answer: pageOf(ActivityEntry) },
  listMemberSessions: {
    params,
    answer: z.array(
      z.object({ id: z.string(), device: z.string(), signed_in_at: time, last_seen_at: time }),
    ),
  },
  endMemberSessions: { params, body: z.object({ reason }), answer: detail },
  findMemberNotes: { params, query: csvPaging, answer: pageOf(shapes.MemberNote) },
  addMemberNote: {
    params,
    body: z.object({ note: filledText(limits.messageLength.max) }),
    answer: shapes.MemberNote,
  },
  resendMemberMail: {
    params,
    body: z.object({ mail: z.enum(['verification', 'password']) }),
    answer: detail,
  },
  viewAsMember: { params, body: z.object({ reason }), answer: shapes.MemberViewToken },
  findProfiles: {
    query: csvPaging.extend({
      search,
      plan: z.enum(['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond']).optional(),
      active: z.enum(['true', 'false']).optional(),
    }),
    answer: pageOf(shapes.ProfileRow),
  },
}

const decision = z.object({ id, revision: z.number().int().min(0) })

const money = {
  getWithdrawal: { params, answer: shapes.WithdrawalDetail },
  approveWithdrawals: {
    body: z.object({ items: z.array(decision).min(1, 'Choose at least one.').max(100) }),
    answer: z.object({ results: z.array(shapes.DecidedWithdrawal) }),
  },
  findPayouts: {
    query: csvPaging.extend({ state: z.enum(shapes.payoutStates).optional(), search }),
    answer: pageOf(shapes.Payout),
  },
  getPayout: { params, answer: shapes.PayoutDetail },
}

const draft = z.object({
  note: line(limits.reasonLength.max),
  plans: z.array(planDraft).length(5),
})

const seen = z.object({ revision: z.number().int().min(1) })

const catalogues = {
  findCatalogueDrafts: {
    query: queuePaging.extend({ state: z.enum(shapes.catalogueDraftStates).optional() }),
    answer: pageOf(shapes.CatalogueDraft),
  },
  getCatalogueDraft: { params, answer: shapes.CatalogueDraft },
  addCatalogueDraft: { body: draft, answer: shapes.CatalogueDraft },
  changeCatalogueDraft: { params, body: draft.extend(seen.shape), answer: shapes.CatalogueDraft },
  discardCatalogueDraft: { params, answer: shapes.CatalogueDraft },
  proposeCatalogueDraft: {
    params,
    body: seen.extend({ starts_at: z.iso.datetime({ error: 'Enter a time.' }) }),
    answer: shapes.CatalogueDraft,
  },
  approveCatalogueDraft: { params, body: seen, answer: shapes.CatalogueDraft },
  returnCatalogueDraft: { params, body: z.object({ reason }), answer: shapes.CatalogueDraft },
  startWhatIf: { params, answer: shapes.WhatIf },
  getWhatIf: { params, answer: shapes.WhatIf },
}

const goLive = {
  getGoLive: { answer: shapes.GoLive },
  recordGoLive: {
    params: z.object({ item: z.enum(shapes.goLiveItems) }),
    body: z.object({ evidence: filledText(limits.messageLength.max), done: z.boolean() }),
    answer: shapes.GoLive,
  },
  getLegalTexts: {
    answer: z.object({
      terms: shapes.LegalText.nullable(),
      privacy: shapes.LegalText.nullable(),
    }),
  },
  findLegalTexts: { query: csvPaging, answer: pageOf(shapes.PublishedText) },
  publishLegalText: {
    body: z.object({ kind: z.enum(shapes.legalTextKinds), body: filledText(60_000) }),
    answer: shapes.PublishedText,
  },
  checkAudit: { answer: shapes.AuditCheck },
}

export const consoleSchemas = {
  ...staff,
  ...watching,
  ...members,
  ...money,
  ...catalogues,
  ...goLive,
}
