-- Members as people: names, sign-in, sessions, email, and the legal texts they accepted.

create table identities (
  member_no integer primary key,
  username text not null,
  email text not null,
  password_hash text,                       -- null: nobody can sign in (the company)
  first_name text not null default '',
  last_name text not null default '',
  phone_number text not null default '',
  wallet_address text,
  referral_code text not null,
  share_contact boolean not null default false,
  language text not null default 'en' check (language in ('en', 'es')), -- of emails and statements
  news_emails boolean not null default true, -- emails that are about neither security nor money
  pending_email text,                       -- in force once its link has been followed
  verified_at timestamptz,
  hold_until timestamptz,                   -- no payouts before this, after a security change
  totp_secret bytea,                        -- encrypted with the server's secret
  totp_confirmed_at timestamptz,
  totp_last_step bigint,                    -- the newest time step used: no code works twice
  totp_failures integer not null default 0, -- wrong codes in a row: every tenth locks for longer
  totp_locked_until timestamptz,
  totp_failure_told date,                   -- the last day (UTC) a wrong code was reported
  created_at timestamptz not null default now()
);
comment on table identities is 'A member''s account: names, email, password, wallet address.';
-- Unique regardless of case. The database decides races.
create unique index identities_username on identities (lower(username));
create unique index identities_email on identities (lower(email));
create unique index identities_referral_code on identities (lower(referral_code));
-- The console finds members by the beginning of these.
create index identities_username_beginning on identities (lower(username) text_pattern_ops);
create index identities_email_beginning on identities (lower(email) text_pattern_ops);
create index identities_phone_beginning on identities (phone_number text_pattern_ops)
  where phone_number <> '';
create index identities_wallet_address on identities (wallet_address)
  where wallet_address is not null;
create index identities_unverified on identities (member_no) where verified_at is null;
create index identities_verified on identities (lower(username)) where verified_at is not null;

-- The company sponsors everyone who names no sponsor. The book makes its seats and wallet.
insert into identities (member_no, username, email, referral_code, verified_at)
  values (1, 'twofold', 'house@twofold.invalid', 'TWOFOLD', now());

create table registrations (
  no bigint generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  referral_code text not null,
  sponsor_no integer not null,
  accepted jsonb not null,                  -- the legal texts that were accepted, by version
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '48 hours',
  member_no integer,                        -- the member that it became
  network text not null default '',         -- where it came from
  language text not null default 'en' check (language in ('en', 'es')),
  emailed_at timestamptz,                    -- when its first email was written
  resent_at timestamptz                     -- when its email was last written again
);
comment on table registrations is
  'Registrations whose email address is not verified yet. Only the username is reserved.';
create unique index registrations_username on registrations (lower(username));
create index registrations_by_email on registrations (lower(email), no);
create index registrations_by_end on registrations (expires_at);

create table email_tokens (
  hash bytea primary key,
  member_no integer,
  registration_no bigint,
  purpose text not null check (purpose in ('verify', 'reset', 'email')),
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((member_no is null) <> (registration_no is null))
);
comment on table email_tokens is
  'Links sent by email, by hash: a copy of this table opens nothing.';
create index email_tokens_by_member on email_tokens (member_no, purpose);

create table verification_resends (
  email text not null,
  network text not null default '',
  at timestamptz not null,
  primary key (email, network)
);
comment on table verification_resends is
  'The last verification email that a network asked for, whether or not the address is known. '
  'Counted per network, so that a stranger can''t use up the owner''s.';

create table dispute_links (
  hash bytea primary key,
  member_no integer not null,
  kind text not null,
  mailbox text not null,                    -- where the email went: the account goes back to it
  before text,                              -- the email or wallet address that was replaced
  happened_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '72 hours',
  used_at timestamptz
);
comment on table dispute_links is
  'The "This wasn''t me" links of security emails, by hash.';
create index dispute_links_by_member on dispute_links (member_no, happened_at);
create index dispute_links_by_end on dispute_links (expires_at);
-- Nobody else may take a replaced email address while its owner can still take it back.
create index dispute_links_by_email on dispute_links (lower(before))
  where kind = 'email_changed' and used_at is null;

create table security_events (
  no bigint generated always as identity primary key,
  member_no integer not null,
  kind text not null,
  at timestamptz not null default now()
);
comment on table security_events is 'Security changes, shown in the member''s activity.';
create index security_events_by_member on security_events (member_no, no);

create table recovery_codes (
  hash bytea primary key,
  member_no integer not null,
  used_at timestamptz
);
comment on table recovery_codes is 'One-time codes that replace a lost second factor, by hash.';
create index recovery_codes_by_member on recovery_codes (member_no);

create table devices (
  member_no integer not null,
  hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (member_no, hash)
);
comment on table devices is
  'Browsers a member has signed in from, by hash. A new one is reported by email.';

create table passkeys (
  no bigint generated always as identity primary key,
  credential_id bytea not null unique,
  user_handle bytea not null,               -- random: what an authenticator knows the account by
  member_no integer,
  operator text,
  public_key bytea not null,                -- COSE
  sign_count bigint not null,               -- stays 0 for passkeys that are synced
  transports text not null default '',      -- how browsers reach it, separated by commas
  synced boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  copy_told_at timestamptz,                 -- when its owner was last told that it may be copied
  check ((member_no is null) <> (operator is null))
);
comment on table passkeys is 'WebAuthn credentials of members and operators: public keys only.';
create index passkeys_by_member on passkeys (member_no) where member_no is not null;
create index passkeys_by_operator on passkeys (operator) where operator is not null;

create unlogged table passkey_challenges (
  hash bytea primary key,                   -- of the token that goes with the challenge
  challenge text not null,
  purpose text not null
    check (purpose in ('sign_in', 'operator_sign_in', 'step_up', 'registration')),
  owner text not null,                      -- the session, or the address before there is one
  user_handle bytea,
  expires_at timestamptz not null
);
comment on table passkey_challenges is
  'What an authenticator has to sign, once and soon. A crash empties it: people try again.';
create index passkey_challenges_by_owner on passkey_challenges (owner, purpose, expires_at);
create index passkey_challenges_by_end on passkey_challenges (expires_at);

create table sessions (
  no bigint generated always as identity primary key,
  member_no integer not null,
  device text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  stepped_up_at timestamptz not null default now(),
  ended_at timestamptz
);
comment on table sessions is
  'One row per sign-in of a member. Access tokens name it, and each request looks it up.';
create index sessions_by_age on sessions using brin (created_at);
create index sessions_by_member on sessions (member_no, no) where ended_at is null;

-- When a session ends, every process closes its event streams.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', new.no::text);
  return null;
end $$;
create trigger sessions_end after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null)
  execute function tell_session_ended();

create table refresh_tokens (
  hash bytea primary key,
  session_no bigint not null,
  created_at timestamptz not null default now(),
  rotated_at timestamptz
);
comment on table refresh_tokens is
  'Refresh tokens by hash. One that is used again after its rotation ends the session.';
create index refresh_tokens_by_session on refresh_tokens (session_no);

create unlogged table rate_limits (
  name text not null,
  caller text not null,
  window_start bigint not null,
  count integer not null,
  primary key (name, caller, window_start)
);
comment on table rate_limits is
  'Requests counted by limit, caller and window. A crash empties it, which only forgives.';
create index rate_limits_by_window on rate_limits (window_start);

create table emails (
  no bigint generated always as identity primary key,
  recipient text not null,
  kind text not null,
  subject text not null,
  text text not null,
  content jsonb,                             -- the content, rendered when the email is sent
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  failure text not null default ''
);
comment on table emails is
  'Emails to send, written in the commit that caused them. Their content is removed once they are '
  'sent, because it may hold a link that signs someone in.';
create index emails_due on emails ((kind in ('money', 'news')), next_at, no)
  where sent_at is null and failed_at is null;
create index emails_failed on emails (failed_at) where failed_at is not null;

create table contact_messages (
  no bigint generated always as identity primary key,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  language text not null default 'en' check (language in ('en', 'es')), -- of the page
  received_at timestamptz not null default now(),
  answer text,
  answered_by text,
  answered_at timestamptz
);
comment on table contact_messages is 'Messages from the contact form, and the answers to them.';
create index contact_messages_open on contact_messages (no) where answered_at is null;
create index contact_messages_answered on contact_messages (no) where answered_at is not null;

create table legal_texts (
  kind text not null check (kind in ('terms', 'privacy')),
  version integer not null,
  body text not null,
  published_by text not null,
  published_at timestamptz not null default now(),
  primary key (kind, version)
);
comment on table legal_texts is 'Published versions of the terms and the privacy policy.';

create table text_acceptances (
  member_no integer not null,
  kind text not null,
  version integer not null,
  accepted_at timestamptz not null default now(),
  primary key (member_no, kind, version)
);
comment on table text_acceptances is 'Which version of a legal text a member accepted, and when.';

-- Holds off a change of the member's row until the transaction ends, and tells whether they are
-- suspended. A web process has no right to lock the row itself, because the ledger alone writes it.
create function lock_member(member integer) returns boolean language sql
  security definer set search_path = public, pg_temp as $$
  select suspended from members where no = member for share $$;
