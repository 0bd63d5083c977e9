#!/bin/sh
# Runs patronictl on a database machine, with the password of Patroni's API. Run it as root:
#   sh /etc/twofold/ha/patronictl.sh list
# `npm run test:cluster` runs this file.
set -eu

PATRONI_RESTAPI_PASSWORD=$(sed -n 's/^PATRONI_RESTAPI_PASSWORD=//p' /etc/patroni_env.conf)
export PATRONI_RESTAPI_PASSWORD
exec patronictl --config-file /etc/twofold/ha/patroni.yml "$@"
