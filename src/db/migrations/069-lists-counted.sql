-- Members who may act, in the order of their names, where nearly nobody has verified an address;
-- and the seats of a plan, so that they are counted without looking up each profile.
create index people_verified on people (lower(username)) where verified_at is not null;
create index seats_by_plan on seats (plan);
