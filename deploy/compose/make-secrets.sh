#!/bin/sh
# Creates the random secrets of compose.yml, once. Never replaces one.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
write() {
  [ -e "secrets/$1" ] || { printf '%s\n' "$2" >"secrets/$1"; echo "created secrets/$1"; }
  # The containers run as another user. Nobody else gets through the directory.
  chmod 444 "secrets/$1"
}
url() { echo "postgresql://twofold_$1:$(openssl rand -hex 24)@postgres/twofold"; }
write postgres_password "$(openssl rand -hex 24)"
write database_owner_url "$(url owner)"
write database_web_url "$(url web)"
write database_ledger_url "$(url ledger)"
write database_worker_url "$(url worker)"
write auth_secret "$(openssl rand -base64 48)"
write log_key "$(openssl rand -hex 32)"
write ledger_secret_web "$(openssl rand -base64 48)"
write ledger_secret_chain "$(openssl rand -base64 48)"
# Processes show each other a certificate of an authority that signs nothing else. Its key goes.
if [ ! -e secrets/ledger_cert ]; then
  new="$(mktemp -d)"
  days=3650
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days "$days" \
    -subj '/CN=Twofold ledger authority' -keyout "$new/ca.key" -out "$new/ca" 2>/dev/null
  # With a caller's certificate nobody can pose as a ledger process.
  issue() {
    printf 'extendedKeyUsage=%s\n' "$2" >"$new/$1.usage"
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
      -subj "/CN=twofold $1" -keyout "$new/$1.key" -out "$new/$1.request" 2>/dev/null
    openssl x509 -req -in "$new/$1.request" -CA "$new/ca" -CAkey "$new/ca.key" -CAcreateserial \
      -extfile "$new/$1.usage" -days "$days" -out "$new/$1.cert" 2>/dev/null
    write "$1_key" "$(cat "$new/$1.key")"
    write "$1_cert" "$(cat "$new/$1.cert")"
  }
  write ledger_ca "$(cat "$new/ca")"
  issue ledger serverAuth,clientAuth
  issue caller clientAuth
  rm -r "$new"
fi
for name in tron_deposit_xpub payout_key smtp_url; do
  [ -e "secrets/$name" ] || echo "missing: secrets/$name (docs/configuration.md says what it is)"
done
