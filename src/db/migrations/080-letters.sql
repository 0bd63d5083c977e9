-- A mail is kept as the letter it is; its page is made when it is sent, so that the commit of its
-- cause does not wait for it. The letter goes with its text once the mail has gone. What waits
-- from before is sent as text alone.
alter table mails add column letter jsonb, drop column html;

-- News is what is neither security nor money. Members may say that they want none.
alter table people add column news_mails boolean not null default true;

-- How many payments of one member wait, of which each is told once.
create index transfers_waiting on transfers (member_no) where state = 'unattributed';
