-- What this database belongs to, since its first start in production: the network (id of its block
-- 0), the USDT contract, and the SHA-256 of the deposit key. A start with another value stops.
create table installation_pins (
  name text primary key check (name in ('genesis', 'usdt_contract', 'deposit_key')),
  value text not null,
  pinned_at timestamptz not null default now()
);
