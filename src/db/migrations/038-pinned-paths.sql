-- A role's temporary table of the same name would come first. With it, a trigger would find that a
-- wallet is retired or that no larger log is signed, or queue an address where nobody checks it.
alter function follow_wallet() set search_path = public, pg_temp;
alter function leave_wallets() set search_path = public, pg_temp;
alter function number_referral() set search_path = public, pg_temp;
alter function queue_address() set search_path = public, pg_temp;
alter function queue_moved() set search_path = public, pg_temp;
alter function refuse_gaps() set search_path = public, pg_temp;
alter function refuse_smaller_log() set search_path = public, pg_temp;
alter function require_epoch() set search_path = public, pg_temp;
