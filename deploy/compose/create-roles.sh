#!/bin/sh
# Runs once, when PostgreSQL creates its data. Creates a role per process, and one that owns the tables.
set -eu
password() { sed -E 's|^postgresql://[^:]+:([0-9a-f]+)@.*$|\1|' "/run/secrets/database_$1_url"; }
# In the environment, because everyone on the machine can read the arguments of a process.
owner="$(password owner)" web="$(password web)" ledger="$(password ledger)" worker="$(password worker)" \
  mail="$(password mail)" \
  psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv owner owner
\getenv web web
\getenv ledger ledger
\getenv worker worker
\getenv mail mail
create role twofold_owner login password :'owner';
create role twofold_web login password :'web';
create role twofold_ledger login password :'ledger';
create role twofold_worker login password :'worker';
create role twofold_mail login password :'mail';
create database twofold owner twofold_owner;
-- Ends the sessions of a ledger process that died or lost its network.
alter role twofold_ledger in database twofold set client_connection_check_interval = '2s';
alter role twofold_ledger in database twofold set tcp_user_timeout = '5s';
SQL
