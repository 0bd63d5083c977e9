-- The leader held an exclusive lock on the table leader_lock for as long as it led. Vacuum couldn't
-- freeze that table, and PostgreSQL counts the transactions of a database from its oldest table. A
-- view has no rows to freeze, so vacuum never locks it. Anyone may take an advisory lock, but only
-- roles that write the ledger have the rights to lock this view.
create view leadership as select true as singleton;
comment on view leadership is 'The session that locks it leads the ledger.';
