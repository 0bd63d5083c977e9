#!/bin/sh
# Runs a tool with the settings and secrets of a process that systemd starts: run-tool.sh ROLE TOOL …
# As root, who may read them:
#   sh /opt/twofold/deploy/systemd/run-tool.sh web operator list
#   sh /opt/twofold/deploy/systemd/run-tool.sh worker payouts status
#   sh /opt/twofold/deploy/systemd/run-tool.sh owner migrate
# ROLE is a folder of /etc/twofold/secrets, and TOOL a name of `npm run`, such as check:ledger, or its file in
# src/server/cli, such as check-ledger.
set -eu
[ $# -ge 2 ] || { echo 'usage: run-tool.sh ROLE TOOL [ARGUMENT …]' >&2; exit 2; }
role=$1 tool=$2
shift 2
product="$(cd "$(dirname "$0")/../.." && pwd)"
settings="${TWOFOLD_SETTINGS:-/etc/twofold}"
# Each tool's name and its file.
tools="$(sed -n 's|^ *"\([a-z:-]*\)": "node src/server/cli/\([a-z-]*\)\.ts".*|\1 \2|p' "$product/package.json")"
script="$(printf '%s\n' "$tools" | awk -v tool="$tool" '$1 == tool || $2 == tool { print $2; exit }')"
if [ -z "$script" ]; then
  echo "there is no tool $tool, but these: $(printf '%s\n' "$tools" | cut -d ' ' -f 1 | paste -s -d ' ')" >&2
  exit 2
fi
if [ ! -d "$settings/secrets/$role" ]; then
  roles="$(ls "$settings/secrets" 2>/dev/null | paste -s -d ' ')"
  echo "$settings/secrets/$role is missing.${roles:+ Use one of: $roles}" >&2
  exit 1
fi
is_name() {
  case $1 in '' | [0-9]* | *[!A-Za-z0-9_]*) return 1 ;; esac
}
# Reads a file as systemd does: no shell expands a value, spaces around it and quotes don't count.
read_settings() {
  [ -f "$1" ] || return 0
  while IFS= read -r line || [ -n "$line" ]; do
    line="$(printf '%s' "$line" | sed 's/^[[:space:]]*//; s/[[:space:]]*$//')"
    case $line in '' | '#'* | ';'*) continue ;; esac
    name="${line%%=*}" value="${line#*=}"
    if [ "$name" = "$line" ] || ! is_name "$name"; then
      echo "$1: skipped a line that sets no variable" >&2
      continue
    fi
    case $value in
      *\\) echo "$1: write the value of $name on one line" >&2; exit 1 ;;
      \"*\") value="${value#?}" value="$(printf '%s' "${value%?}" | sed 's/\\\(["\\]\)/\1/g')" ;;
      \'*\') value="${value#?}" value="${value%?}" ;;
    esac
    export "$name=$value"
  done <"$1"
}
for file in "$settings/secrets/$role"/*; do
  name="$(basename "$file" | tr '[:lower:]' '[:upper:]')"
  # A backup such as auth_secret.bak isn't a secret of the unit either.
  if [ -f "$file" ] && is_name "$name"; then export "${name}_FILE=$file"; fi
done
export NODE_ENV=production PROCESS="$role" DATA_DIR="/var/lib/twofold-$role"
read_settings "$settings/twofold.env"
read_settings "$settings/$role.env"
cd "$product"
exec node_modules/.bin/node "src/server/cli/$script.ts" "$@"
