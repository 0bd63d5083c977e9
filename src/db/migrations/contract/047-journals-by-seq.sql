-- floor: 41
-- Since migration 041, all readers of new journals find them by number.
drop index journals_by_seq;
