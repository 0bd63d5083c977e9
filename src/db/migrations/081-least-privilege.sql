-- The server works as a role that owns nothing (src/db/runtime-role.ts). Balances follow from
-- postings with the owner's right, so that the role needs none to set one.
alter function settle_postings() security definer set search_path = public, pg_temp;
