-- Claims of approved withdrawals, which an operator may be paying from another wallet. The previous
-- version doesn't set this, and its claims count as before.

alter table operator_claims add column if not exists to_pay boolean not null default false;
comment on column operator_claims.to_pay is
  'Whether the withdrawal was approved when the operator claimed it. Then no later approval ends '
  'the claim, and the member can’t cancel the withdrawal.';
