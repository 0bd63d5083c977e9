-- Nothing was ever written there.
alter table alerts drop column detail;
