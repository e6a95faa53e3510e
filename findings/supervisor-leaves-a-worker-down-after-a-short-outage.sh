#!/usr/bin/env bash
# Supervisor 4.2.5 (Debian 12), which keeps a shop's queue worker running. A worker that ends within a second, as one does whose broker or database is away, is started four times, after 1, 2 and 3 seconds. Then it is FATAL and stays
# down, also with autorestart=true, though the outage was over seconds later: no notification is worked off until somebody looks. startretries=3 is the default.
# Safe: a worker that waits for its services itself, a large startretries, and an alarm on FATAL.
# Needs Debian 12's supervisor.
set -euo pipefail
[ -x /usr/bin/supervisord ] || { echo "needs Debian's package supervisor"; exit 1; }
folder=$(mktemp -d)
trap '[ -z "${server:-}" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }; rm -rf "$folder"' EXIT
cd "$folder"
cat >worker <<'SH_'
#!/bin/sh
echo start >>starts
[ -e broker ] || exit 1
exec sleep 60
SH_
chmod +x worker
cat >conf <<CONF
[supervisord]
nodaemon = true
directory = $folder
logfile = $folder/log
pidfile = $folder/pid
[program:worker]
command = $folder/worker
autorestart = true
[unix_http_server]
file = $folder/socket
[rpcinterface:supervisor]
supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface
[supervisorctl]
serverurl = unix://$folder/socket
CONF
/usr/bin/python3 /usr/bin/supervisord -c conf >/dev/null 2>&1 &
server=$!
status() { /usr/bin/python3 /usr/bin/supervisorctl -c conf status worker 2>/dev/null | awk '{print $2}' || true; }
{
  for tries in $(seq 40); do [ "$(status)" = FATAL ] && break || sleep 0.5; done
  echo "the broker is away: $(wc -l <starts) starts, then $(status)"
  touch broker
  sleep 5
  echo "5 seconds after it is back: $(wc -l <starts) starts, $(status)"
} | tee seen
diff seen - <<'TEXT'
the broker is away: 4 starts, then FATAL
5 seconds after it is back: 4 starts, FATAL
TEXT
