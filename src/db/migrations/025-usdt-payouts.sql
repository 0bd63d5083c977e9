-- Payouts in USDT: what the member asked for and is charged for the network, and what a call may
-- burn. asset: 1 TRX, 2 USDT. Withdrawals of before were all to be paid in TRX, at no charge.
alter table withdrawals add column pay_asset smallint not null default 1 check (pay_asset in (1, 2));
alter table withdrawals add column network_fee_micros bigint not null default 0
  check (network_fee_micros >= 0 and network_fee_micros < amount_micros);

-- The most that the transaction may burn, kept free in the wallet until it is settled.
alter table payouts add column fee_limit_sun bigint not null default 0 check (fee_limit_sun >= 0);

create or replace function keep_payout() returns trigger language plpgsql as $$
begin
  if (old.withdrawal_no, old.attempt, old.asset, old.units, old.from_address, old.to_address,
      old.txid, old.signed_hex, old.expires_at, old.fee_limit_sun)
     is distinct from
     (new.withdrawal_no, new.attempt, new.asset, new.units, new.from_address, new.to_address,
      new.txid, new.signed_hex, new.expires_at, new.fee_limit_sun) then
    raise exception 'payout % is stored already', old.no using errcode = 'TF001';
  end if;
  return new;
end $$;

-- The alarm that the hot wallet holds more than it should stands among the pauses; payouts go on.
alter table payout_pauses drop constraint payout_pauses_reason_check;
alter table payout_pauses add constraint payout_pauses_reason_check check
  (reason in ('low_balance', 'unexplained_transfer', 'chain', 'rate', 'float_limit'));
