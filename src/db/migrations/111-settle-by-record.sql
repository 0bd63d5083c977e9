-- Payouts and moves that were under way when the record of the chain began may be in blocks that it
-- does not hold: those are looked up by their ids. All later ones end by the record alone.
alter table payouts add column by_record boolean not null default true;
update payouts set by_record = false where state = 'stored';
alter table custody_moves add column by_record boolean not null default true;
update custody_moves set by_record = false where state = 'stored';
