import type { CallName } from '../../../src/contract/routes.ts'
import {
  pages,
  reasons,
  required,
  totpCodes,
  whole,
  type Invalid,
  type InvalidOf,
} from './refusal-cases.ts'

// Input that the operators' calls refuse by field.

const noAmount = ['Please enter a valid amount']
const oneOf = (...values: string[]) => [`Choose one of these: ${values.join(', ')}.`]

const adjustment = { username: 'nobody', amount: '1', reason: 'A good reason' }

const operators = {
  operatorLogin: [{ body: {}, errors: { username: required, password: required } }],
  operatorConfirmTotp: totpCodes,
  listMembers: [
    ...pages,
    { query: { status: 'unverified' }, errors: { status: oneOf('active', 'suspended') } },
  ],
  reopenMember: reasons,
  suspendMember: reasons,
  reinstateMember: reasons,
  operatorListWithdrawals: [
    ...pages,
    {
      query: { status: 'lost' },
      errors: {
        status: [
          'Choose one of these: pending, approved, sent, confirmed, failed, rejected, cancelled.',
        ],
      },
    },
  ],
  claimItem: [
    { body: { window: '' }, errors: { window: required } },
    { body: { take_over: 'yes' }, errors: { take_over: ['Enter true or false.'] } },
  ],
  releaseItem: [{ body: { review: 'yes' }, errors: { review: ['Enter true or false.'] } }],
  approveWithdrawal: [
    whole,
    { body: { revision: 'one' }, errors: { revision: ['Enter a whole number.'] } },
  ],
  rejectWithdrawal: reasons,
  markWithdrawalSent: [
    {
      body: { transaction_hash: 'abc' },
      errors: { transaction_hash: ['Enter a transaction hash of 64 hexadecimal digits.'] },
    },
  ],
  operatorListDeposits: pages,
  operatorListUnattributed: pages,
  operatorAcceptUnattributed: reasons,
  listAdjustments: pages,
  getAdjustmentLimit: [
    { query: {}, errors: { username: required } },
    {
      query: { username: 'nobody-at-all' },
      errors: { username: ['There is no member with this name.'] },
    },
  ],
  requestAdjustment: [
    {
      body: { ...adjustment, username: 'nobody-at-all' },
      errors: { username: ['There is no member with this name.'] },
    },
    { body: { ...adjustment, username: 'twofold', amount: '0' }, errors: { amount: noAmount } },
    { body: { ...adjustment, amount: '1.005' }, errors: { amount: noAmount } },
  ],
  listCatalogs: pages,
  addCatalog: [
    whole,
    { body: { note: 'All', plans: [] }, errors: { plans: ['Include exactly 5.'] } },
  ],
  listMessages: [
    ...pages,
    { query: { status: 'lost' }, errors: { status: ['Choose one of these: open, answered.'] } },
    { query: { format: 'xml' }, errors: { format: ['Choose one of these: json, csv.'] } },
  ],
  answerMessage: [{ body: { answer: ' ' }, errors: { answer: required } }],
  listAuditEntries: pages,
  listJournals: pages,
} satisfies Partial<InvalidOf<CallName>>

const revisions: Invalid[] = [
  { body: {}, errors: { revision: required } },
  { body: { revision: 1.5 }, errors: { revision: ['Enter a whole number.'] } },
]
const change = { kind: 'add', username: 'newcomer', role: 'support', reason: 'A good reason' }

const key = { name: 'a-program', role: 'support', days: 30 }

const consoles = {
  addApiKey: [
    whole,
    { body: { ...key, name: 'x' }, errors: { name: ['Use at least 3 characters.'] } },
    {
      body: { ...key, name: 'key:root' },
      errors: { name: ['Use letters, digits, dots, underscores and hyphens only.'] },
    },
    { body: { ...key, role: 'owner' }, errors: { role: ['Choose a role.'] } },
    { body: { ...key, days: 367 }, errors: { days: ['Enter at most 366.'] } },
    { body: { ...key, days: 1.5 }, errors: { days: ['Enter a whole number.'] } },
  ],
  operatorStepUp: [
    whole,
    { body: { password: 1 }, errors: { password: ['Enter text.'] } },
    { body: { password: 'wrong' }, errors: { password: ['The password is not correct.'] } },
  ],
  operatorChangePassword: [
    {
      body: {},
      errors: {
        current_password: required,
        new_password: required,
        confirm_password: required,
      },
    },
    {
      body: {
        current_password: 'x',
        new_password: 'fourteen chars',
        confirm_password: 'fourteen chars',
      },
      errors: { new_password: ['Use at least 15 characters.'] },
    },
    {
      body: {
        current_password: 'wrong',
        new_password: 'slow purple giraffe',
        confirm_password: 'slow purple giraffe',
      },
      errors: { current_password: ['The current password is not correct.'] },
    },
  ],
  listOperators: pages,
  listAccessChanges: [
    ...pages,
    { query: { status: 'lost' }, errors: { status: oneOf('pending', 'approved', 'rejected') } },
  ],
  requestAccessChange: [
    whole,
    { body: { ...change, role: undefined }, errors: { role: ['Choose a role.'] } },
    { body: { ...change, role: 'owner' }, errors: { role: ['Choose a role.'] } },
  ],
  rejectAccessChange: reasons,
  getTrends: [{ query: { days: '8' }, errors: { days: oneOf('7', '30', '90', '365') } }],
  changeAlert: [{ body: { enabled: true, limit: '1e9' }, errors: { limit: ['Enter a number.'] } }],
  listMemberPostings: pages,
  listMemberActivity: pages,
  endMemberSessions: reasons,
  listMemberNotes: pages,
  addMemberNote: [{ body: { note: ' ' }, errors: { note: required } }],
  resendMemberEmail: [
    { body: { mail: 'news' }, errors: { mail: oneOf('verification', 'password') } },
  ],
  viewAsMember: reasons,
  operatorListProfiles: [
    ...pages,
    { query: { active: 'yes' }, errors: { active: oneOf('true', 'false') } },
  ],
  approveWithdrawals: [
    { body: { items: [] }, errors: { items: ['Choose at least one.'] } },
    {
      body: { items: Array.from({ length: 101 }, () => ({ id: '1', revision: 1 })) },
      errors: { items: ['Include at most 100.'] },
    },
  ],
  listPayouts: pages,
  rejectAdjustment: reasons,
  listCatalogDrafts: pages,
  addCatalogDraft: [
    whole,
    { body: { note: 'All', plans: [] }, errors: { plans: ['Include exactly 5.'] } },
  ],
  changeCatalogDraft: [
    { body: {}, errors: { note: required, plans: required, revision: required } },
  ],
  proposeCatalogDraft: [
    { body: { revision: 1 }, errors: { starts_at: ['Enter a time.'] } },
    {
      body: { revision: 0, starts_at: 'soon' },
      errors: { revision: ['Enter at least 1.'], starts_at: ['Enter a time.'] },
    },
  ],
  approveCatalogDraft: revisions,
  returnCatalogDraft: reasons,
  recordReadinessItem: [{ body: { evidence: 'Seen.' }, errors: { done: required } }],
  listLegalTexts: pages,
  publishLegalText: [
    { body: { kind: 'imprint', body: 'Text.' }, errors: { kind: oneOf('terms', 'privacy') } },
  ],
  publishLegalTranslation: [
    {
      body: { kind: 'terms', version: '1', language: 'fr', body: 'Texte.' },
      errors: { language: oneOf('en', 'es') },
    },
  ],
} satisfies Partial<InvalidOf<CallName>>

export const consoleInputs = { ...operators, ...consoles }
