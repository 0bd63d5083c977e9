-- Where money is paid follows from the command log. These indexes find the commands about one
-- withdrawal; other commands don't enter them.
create index commands_about_withdrawals on commands ((input->>'withdrawal'), seq) where kind in (
  'approve_withdrawal', 'reject_withdrawal', 'cancel_withdrawal',
  'send_withdrawal', 'confirm_withdrawal', 'fail_withdrawal');
create index commands_withdrawing_approvals on commands ((input->>'operator'), seq)
  where kind = 'withdraw_approvals';

-- Each approval names its command, so that one command can't stand for two approvals.
alter table withdrawal_approvals disable trigger withdrawal_approvals_append_only;
alter table withdrawal_approvals add column seq bigint;
update withdrawal_approvals a set seq = c.seq
from (
  select withdrawal_no, revision, operator,
    row_number() over (partition by withdrawal_no, operator order by revision) as nth
  from withdrawal_approvals) numbered,
  (
  select seq, input->>'withdrawal' as withdrawal, input->>'operator' as operator,
    row_number() over (partition by input->>'withdrawal', input->>'operator' order by seq) as nth
  from commands where kind = 'approve_withdrawal') c
where (a.withdrawal_no, a.revision, a.operator)
    = (numbered.withdrawal_no, numbered.revision, numbered.operator)
  and (c.withdrawal, c.operator, c.nth) = (a.withdrawal_no::text, a.operator, numbered.nth);
alter table withdrawal_approvals enable trigger withdrawal_approvals_append_only;
alter table withdrawal_approvals alter column seq set not null;
alter table withdrawal_approvals add constraint withdrawal_approvals_seq unique (seq);
alter table withdrawal_approvals add check (micros > 0);
create index withdrawal_approvals_by_operator on withdrawal_approvals (operator, at);

-- Whose approvals count now, by name: those of an operator who was disabled don't any more.
alter table withdrawals add column approved_by text not null default '';
update withdrawals w set approved_by = coalesce((
  select string_agg(a.operator, ',' order by a.operator collate "C") from withdrawal_approvals a
  where a.withdrawal_no = w.no and a.revision = (
    select max(revision) from withdrawal_approvals newest where newest.withdrawal_no = w.no)
    and (w.state <> 'pending' or a.revision = w.revision)), '');
