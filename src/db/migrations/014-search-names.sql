-- Usernames are found by their beginning.
create index people_username_beginning on people (lower(username) text_pattern_ops);
