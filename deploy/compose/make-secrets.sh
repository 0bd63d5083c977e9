#!/bin/sh
# Creates the random secrets for compose.yml. Never replaces an existing one.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
write() {
  [ -e "secrets/$1" ] || { printf '%s\n' "$2" >"secrets/$1"; echo "created secrets/$1"; }
  # The containers run as another user. No one else can enter the directory.
  chmod 444 "secrets/$1"
}
url() { echo "postgresql://twofold_$1:$(openssl rand -hex 24)@postgres/twofold"; }
write postgres_password "$(openssl rand -hex 24)"
write database_owner_url "$(url owner)"
write database_web_url "$(url web)"
write database_ledger_url "$(url ledger)"
write database_worker_url "$(url worker)"
write database_mail_url "$(url mail)"
write auth_secret "$(openssl rand -base64 48)"
write log_key "$(openssl rand -hex 32)"
write ledger_secret_web "$(openssl rand -base64 48)"
write ledger_secret_chain "$(openssl rand -base64 48)"
[ -e secrets/ledger_ca ] || sh make-certificates.sh secrets
for name in tron_deposit_xpub payout_key smtp_url; do
  [ -e "secrets/$name" ] || echo "missing: secrets/$name (docs/configuration.md says what it is)"
done
