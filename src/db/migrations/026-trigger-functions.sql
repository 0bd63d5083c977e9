-- Some functions of triggers run with the owner's rights. A role could attach them to a temporary
-- table of its own, fill that with any rows, and so change balances. A trigger that exists runs its
-- function whatever the rights of the role that writes.
revoke execute on function settle_postings, keep_address_totals, chain_audit_entry from public;
