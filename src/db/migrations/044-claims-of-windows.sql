-- An operator pays an approved withdrawal in one window. The previous version doesn't set this: a
-- claim that it makes belongs to no window, and one that it extends keeps its window.

alter table operator_claims add column if not exists window_id text;
comment on column operator_claims.window_id is
  'The window in which the operator pays the withdrawal. No other window of the same operator can '
  'claim it unless the operator takes the claim over.';
