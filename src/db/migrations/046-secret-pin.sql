-- A start whose AUTH_SECRET differs from that of other processes or of an earlier start has to be
-- noticed. Its check value doesn't reveal the secret. The previous version asks only for its own
-- pins.

alter table installation_pins drop constraint if exists installation_pins_name_check;
alter table installation_pins add constraint installation_pins_name_check
  check (name in ('genesis', 'usdt_contract', 'deposit_key', 'auth_secret')) not valid;
alter table installation_pins validate constraint installation_pins_name_check;
comment on table installation_pins is
  'What this database belongs to since its first start in production: the network (id of block 0), '
  'the USDT contract, the SHA-256 of the deposit key, and a check value of AUTH_SECRET. A start '
  'with another value stops; with another AUTH_SECRET, it warns.';
