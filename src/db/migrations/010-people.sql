-- People: what a member is beyond the book's number. Names, mailbox, password, wallet address.

create table people (
  member_no integer primary key,
  username text not null,
  email text not null,
  password_hash text,                       -- null: nobody can sign in (the house)
  first_name text not null default '',
  last_name text not null default '',
  phone_number text not null default '',
  wallet_address text,
  referral_code text not null,
  share_contact boolean not null default false,
  pending_email text,                       -- counts once its link has been followed
  verified_at timestamptz,
  hold_until timestamptz,                   -- payouts wait until then after a change of security
  totp_secret bytea,                        -- encrypted under the server's secret
  totp_confirmed_at timestamptz,
  totp_last_step bigint,                    -- the newest time step used: no code counts twice
  created_at timestamptz not null default now()
);
-- Names and mailboxes are unique without case; the database decides races.
create unique index people_username on people (lower(username));
create unique index people_email on people (lower(email));
create unique index people_referral_code on people (lower(referral_code));

-- The house sponsors whoever names nobody. Its seats and wallet are made by the book.
insert into people (member_no, username, email, referral_code, verified_at)
  values (1, 'twofold', 'house@twofold.invalid', 'TWOFOLD', now());

-- Links sent by mail. Only the hash is kept: a copy of this table opens nothing.
create table mail_tokens (
  hash bytea primary key,
  member_no integer not null,
  purpose text not null check (purpose in ('verify', 'reset', 'email')),
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_tokens_by_member on mail_tokens (member_no, purpose);

-- The last verification mail asked for, by address, whether or not the address is known.
create table resends (
  email text primary key,
  at timestamptz not null
);

-- Changes of security, shown to the member among the activity.
create table security_events (
  no bigint generated always as identity primary key,
  member_no integer not null,
  kind text not null,
  at timestamptz not null default now()
);
create index security_events_by_member on security_events (member_no, no);

create table recovery_codes (
  hash bytea primary key,
  member_no integer not null,
  used_at timestamptz
);
create index recovery_codes_by_member on recovery_codes (member_no);
