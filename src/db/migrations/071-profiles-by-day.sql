-- Boards completed in a period are read from the profiles that they brought.
create index profiles_by_day on profiles using brin (created_at);
