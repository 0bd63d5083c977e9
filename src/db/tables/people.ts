import type { ColumnType, Generated } from 'kysely'

// The tables of migrations 010 to 013: people, sessions, mail, contact, operators.

type Now = ColumnType<Date, Date | undefined, Date>
type Bytes = Buffer

export interface People {
  member_no: number
  username: string
  email: string
  password_hash: string | null
  first_name: Generated<string>
  last_name: Generated<string>
  phone_number: Generated<string>
  wallet_address: string | null
  referral_code: string
  share_contact: Generated<boolean>
  pending_email: string | null
  verified_at: Date | null
  hold_until: Date | null
  totp_secret: Bytes | null
  totp_confirmed_at: Date | null
  totp_last_step: bigint | null
  created_at: Now
  news_mails: Generated<boolean>
  totp_failures: Generated<number>
  totp_locked_until: Date | null
  totp_failure_told: Date | null
}

export interface Registrations {
  no: Generated<bigint>
  username: string
  email: string
  password_hash: string
  referral_code: string
  sponsor_no: number
  accepted: ColumnType<unknown, string, string>
  created_at: Now
  expires_at: Now
  member_no: number | null
  network: Generated<string>
  mailed_at: Date | null
  resent_at: Date | null
}

export interface MailTokens {
  hash: Bytes
  member_no: number | null
  registration_no: bigint | null
  purpose: 'verify' | 'reset' | 'email'
  email: string
  created_at: Now
  expires_at: Date
  used_at: Date | null
}

export interface DisputeLinks {
  hash: Bytes
  member_no: number
  kind: string
  mailbox: string
  before: string | null
  happened_at: Now
  expires_at: Now
  used_at: Date | null
}

export interface Resends {
  email: string
  at: Date
  network: Generated<string>
}

export interface SecurityEvents {
  no: Generated<bigint>
  member_no: number
  kind: string
  at: Now
}

export interface Devices {
  member_no: number
  hash: Bytes
  seen_at: Now
}

export interface RecoveryCodes {
  hash: Bytes
  member_no: number
  used_at: Date | null
}

export interface Sessions {
  no: Generated<bigint>
  member_no: number
  device: Generated<string>
  created_at: Now
  seen_at: Now
  expires_at: Date
  stepped_up_at: Now
  ended_at: Date | null
}

export interface RefreshTokens {
  hash: Bytes
  session_no: bigint
  created_at: Now
  rotated_at: Date | null
}

export interface RateLimits {
  name: string
  caller: string
  window_start: bigint
  count: number
}

export interface Mails {
  no: Generated<bigint>
  recipient: string
  kind: string
  subject: string
  text: string
  letter: ColumnType<unknown, string, null>
  created_at: Now
  attempts: Generated<number>
  next_at: Now
  sent_at: Date | null
  failed_at: Date | null
  failure: Generated<string>
}

export interface ContactMessages {
  no: Generated<bigint>
  name: string
  email: string
  subject: string
  message: string
  received_at: Now
  answer: string | null
  answered_by: string | null
  answered_at: Date | null
}

export interface Operators {
  username: string
  role: 'support' | 'finance' | 'admin'
  password_hash: string
  totp_secret: Bytes | null
  totp_confirmed_at: Date | null
  totp_last_step: bigint | null
  created_at: Now
  disabled_at: Date | null
  must_change_password: Generated<boolean>
  password_set_at: Now
  totp_failures: Generated<number>
  totp_locked_until: Date | null
  totp_failure_told: Date | null
}

export interface OperatorSessions {
  hash: Bytes
  operator: string
  created_at: Now
  seen_at: Now
  expires_at: Date
  ended_at: Date | null
  no: Generated<bigint>
  device: Generated<string>
  address: Generated<string>
  stepped_up_at: Now
}

export interface AuditEntries {
  no: Generated<bigint>
  at: Now
  operator: string
  action: string
  object: string
  before: ColumnType<unknown, string | null, never>
  after: ColumnType<unknown, string | null, never>
  reason: string | null
  request_id: string | null
  hash: ColumnType<Buffer, never, never>
}

export interface PeopleTables {
  people: People
  registrations: Registrations
  mail_tokens: MailTokens
  dispute_links: DisputeLinks
  resends: Resends
  security_events: SecurityEvents
  devices: Devices
  recovery_codes: RecoveryCodes
  sessions: Sessions
  refresh_tokens: RefreshTokens
  rate_limits: RateLimits
  mails: Mails
  contact_messages: ContactMessages
  operators: Operators
  operator_sessions: OperatorSessions
  audit_entries: AuditEntries
}
