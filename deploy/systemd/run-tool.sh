#!/bin/sh
# Runs a tool with the settings and secrets of a process that systemd starts: run-tool.sh ROLE TOOL …
# As root, who may read them:
#   sh /opt/twofold/deploy/systemd/run-tool.sh web operator list
#   sh /opt/twofold/deploy/systemd/run-tool.sh worker payouts status
# ROLE is a folder of /etc/twofold/secrets, and TOOL a file of src/server/cli.
set -eu
[ $# -ge 2 ] || { echo 'usage: run-tool.sh ROLE TOOL [ARGUMENT …]' >&2; exit 1; }
role=$1 tool=$2
shift 2
product="$(cd "$(dirname "$0")/../.." && pwd)"
settings="${TWOFOLD_SETTINGS:-/etc/twofold}"
[ -f "$product/src/server/cli/$tool.ts" ] || { echo "there is no tool $tool" >&2; exit 1; }
[ -d "$settings/secrets/$role" ] || { echo "$settings/secrets/$role is missing" >&2; exit 1; }
# As systemd reads them: a value may have spaces, and no shell looks at it.
read_settings() {
  [ -f "$1" ] || return 0
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in '' | '#'* | ';'*) continue ;; esac
    value="${line#*=}"
    case $value in '"'*'"') value="${value#?}" value="${value%?}" ;; esac
    export "${line%%=*}=$value"
  done <"$1"
}
for file in "$settings/secrets/$role"/*; do
  name="$(basename "$file" | tr '[:lower:]' '[:upper:]')"
  export "${name}_FILE=$file"
done
export NODE_ENV=production PROCESS="$role" DATA_DIR="/var/lib/twofold-$role"
read_settings "$settings/twofold.env"
read_settings "$settings/$role.env"
cd "$product"
exec node_modules/.bin/node "src/server/cli/$tool.ts" "$@"
