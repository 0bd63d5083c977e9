// Written from the migrated database by `npm run schema`.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface MembersTables {
  /** A member's account: names, email, password, wallet address. */
  identities: {
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
    language: Generated<'en' | 'es'>
    news_emails: Generated<boolean>
    pending_email: string | null
    verified_at: Date | null
    hold_until: Date | null
    totp_secret: Buffer | null
    totp_confirmed_at: Date | null
    totp_last_step: bigint | null
    totp_failures: Generated<number>
    totp_locked_until: Date | null
    totp_failure_told: Date | null
    created_at: Generated<Date>
  }

  /** Registrations whose email address is not verified yet. Only the username is reserved. */
  registrations: {
    no: GeneratedAlways<bigint>
    username: string
    email: string
    password_hash: string
    referral_code: string
    sponsor_no: number
    accepted: ColumnType<unknown, string, string>
    created_at: Generated<Date>
    expires_at: Generated<Date>
    member_no: number | null
    network: Generated<string>
    language: Generated<'en' | 'es'>
    emailed_at: Date | null
    resent_at: Date | null
  }

  /** Links sent by email, by hash: a copy of this table opens nothing. */
  email_tokens: {
    hash: Buffer
    member_no: number | null
    registration_no: bigint | null
    purpose: 'verify' | 'reset' | 'email'
    email: string
    created_at: Generated<Date>
    expires_at: Date
    used_at: Date | null
  }

  /**
   * The last verification email that a network asked for, whether or not the address is known.
   * Counted per network, so that a stranger can't use up the owner's.
   */
  verification_resends: {
    email: string
    network: Generated<string>
    at: Date
  }

  /** The "This wasn't me" links of security emails, by hash. */
  dispute_links: {
    hash: Buffer
    member_no: number
    kind: string
    mailbox: string
    before: string | null
    happened_at: Generated<Date>
    expires_at: Generated<Date>
    used_at: Date | null
    before_since: Generated<Date | null>
  }

  /** Security changes, shown in the member's activity. */
  security_events: {
    no: GeneratedAlways<bigint>
    member_no: number
    kind: string
    at: Generated<Date>
  }

  /** One-time codes that replace a lost second factor, by hash. */
  recovery_codes: {
    hash: Buffer
    member_no: number
    used_at: Date | null
  }

  /** Browsers a member has signed in from, by hash. A new one is reported by email. */
  devices: {
    member_no: number
    hash: Buffer
    seen_at: Generated<Date>
  }

  /** WebAuthn credentials of members and operators: public keys only. */
  passkeys: {
    no: GeneratedAlways<bigint>
    credential_id: Buffer
    user_handle: Buffer
    member_no: number | null
    operator: string | null
    public_key: Buffer
    sign_count: bigint
    transports: Generated<string>
    synced: boolean
    name: string
    created_at: Generated<Date>
    used_at: Date | null
    copy_told_at: Date | null
  }

  /** What an authenticator has to sign, once and soon. A crash empties it: people try again. */
  passkey_challenges: {
    hash: Buffer
    challenge: string
    purpose: 'sign_in' | 'operator_sign_in' | 'step_up' | 'registration'
    owner: string
    user_handle: Buffer | null
    expires_at: Date
  }

  /** One row per sign-in of a member. Access tokens name it, and each request looks it up. */
  sessions: {
    no: Generated<bigint>
    member_no: number
    device: Generated<string>
    created_at: Generated<Date>
    seen_at: Generated<Date>
    expires_at: Date
    stepped_up_at: Generated<Date>
    ended_at: Date | null
    wrong_codes: Generated<number>
  }

  /** Refresh tokens by hash. One that is used again after its rotation ends the session. */
  refresh_tokens: {
    hash: Buffer
    session_no: bigint
    created_at: Generated<Date>
    rotated_at: Date | null
  }

  /** Requests counted by limit, caller and window. A crash empties it, which only forgives. */
  rate_limits: {
    name: string
    caller: string
    window_start: bigint
    count: number
  }

  /**
   * Emails to send, written in the commit that caused them. Their content is removed once they
   * are sent, because it may hold a link that signs someone in.
   */
  emails: {
    no: GeneratedAlways<bigint>
    recipient: string
    kind: string
    subject: string
    text: string
    content: ColumnType<unknown, string | null, string | null>
    created_at: Generated<Date>
    attempts: Generated<number>
    next_at: Generated<Date>
    sent_at: Date | null
    failed_at: Date | null
    failure: Generated<string>
    refusals: Generated<number>
  }

  /** Messages from the contact form, and the answers to them. */
  contact_messages: {
    no: GeneratedAlways<bigint>
    name: string
    email: string
    subject: string
    message: string
    language: Generated<'en' | 'es'>
    received_at: Generated<Date>
    answer: string | null
    answered_by: string | null
    answered_at: Date | null
  }

  /** Published versions of the terms and the privacy policy. */
  legal_texts: {
    kind: 'terms' | 'privacy'
    version: number
    body: string
    published_by: string
    published_at: Generated<Date>
    language: Generated<'en' | 'es'>
  }

  /** Which version of a legal text a member accepted, and when. */
  text_acceptances: {
    member_no: number
    kind: string
    version: number
    accepted_at: Generated<Date>
    language: Generated<'en' | 'es'>
  }
}
