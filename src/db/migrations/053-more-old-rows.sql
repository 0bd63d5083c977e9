-- no transaction
-- More lists and checks that read all later rows if the few they look for are old.

create index concurrently if not exists transfers_too_small on transfers (no)
  where state in ('too_small', 'dust');
create index concurrently if not exists webhook_deliveries_by_state
  on webhook_deliveries (endpoint_no, state, event_no);
-- Whether a member was paid before, and at which address, and who else used the address.
create index concurrently if not exists withdrawals_paid on withdrawals (member_no, no)
  where state in ('approved', 'sent', 'confirmed');
create index concurrently if not exists withdrawals_by_payee
  on withdrawals (address, member_no, state, no);
