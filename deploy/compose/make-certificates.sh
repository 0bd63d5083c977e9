#!/bin/sh
# Creates the ledger port's certificates, one per role: make-certificates.sh FOLDER. A new CA signs them
# and nothing else. Its key is discarded, so you always replace all of them: docs/operations.md,
# "Rotate keys".
set -eu
folder="${1:?usage: make-certificates.sh FOLDER}"
umask 077
mkdir -p "$folder"
[ ! -e "$folder/ledger_ca" ] || { echo "$folder has certificates already" >&2; exit 1; }
new="$(mktemp -d)"
trap 'rm -r "$new"' EXIT
days=3650
# A different name, so that both authorities can be trusted during a rotation.
authority="Twofold ledger authority $(openssl rand -hex 4)"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days "$days" \
  -subj "/CN=$authority" -keyout "$new/ca.key" -out "$new/ca" 2>/dev/null
# The name says what its holder may do. With one role's certificate, no one can pose as a ledger
# process or submit another role's commands.
issue() {
  printf 'extendedKeyUsage=%s\nsubjectAltName=URI:spiffe://twofold/%s\n' "$2" "$1" >"$new/$1.names"
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
    -subj "/CN=twofold $1" -keyout "$new/$1.key" -out "$new/$1.request" 2>/dev/null
  openssl x509 -req -in "$new/$1.request" -CA "$new/ca" -CAkey "$new/ca.key" -CAcreateserial \
    -extfile "$new/$1.names" -days "$days" -out "$new/$1.cert" 2>/dev/null
  save "$1_key" "$new/$1.key"
  save "$1_cert" "$new/$1.cert"
}
# The containers run as another user. No one else can enter the folder.
save() {
  cp "$2" "$folder/$1"
  chmod 444 "$folder/$1"
  echo "created $folder/$1"
}
issue ledger serverAuth,clientAuth
issue web clientAuth
issue chain clientAuth
# It submits no commands, but reads the same settings.
issue mail clientAuth
save ledger_ca "$new/ca"
