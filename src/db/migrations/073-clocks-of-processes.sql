-- How far the clock of each process's machine is ahead of the database's; below zero if behind.
alter table processes add column clock_ahead_ms bigint not null default 0;
