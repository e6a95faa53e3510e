#!/usr/bin/env bash
# pgAgent 4.2.2 (Debian 12), the job scheduler of pgAdmin. A job of the 31st is run on January 31. Then pgAgent looks for its next time, builds February 31, and gets an error from PostgreSQL that only the server's log
# shows. The job stays marked as running, with January 31 as its next time, so nobody is charged in March, either. In November such a schedule can't even be made. The 30th ends so in January.
# Safe: the last day of the month (32 in pga_schedule), or a day up to the 28th.
# Needs Debian 12's pgagent and postgresql-15. The clock of the database is moved by a now() that stands before PostgreSQL's own.
set -euo pipefail
bin=/usr/lib/postgresql/15/bin
[ -x $bin/postgres ] && [ -x /usr/bin/pgagent ] || { echo "needs Debian's packages pgagent and postgresql-15"; exit 1; }
folder=$(mktemp -d)
run() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
cleanup() { run $bin/pg_ctl -D data -m immediate stop >/dev/null 2>&1 || true; cd /; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
chmod 777 .
run $bin/initdb -D data -A trust -U shop >/dev/null
run $bin/pg_ctl -D data -l log -w -o "-c listen_addresses='' -k $folder" start >/dev/null
ask() { psql -q -At -h "$folder" -U shop "$@"; }
ask postgres -c "CREATE DATABASE shop"
ask shop <<'SQL' 2>/dev/null
SET client_min_messages = warning;
CREATE SCHEMA moved;
CREATE FUNCTION moved.now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT pg_catalog.now() + current_setting('moved.by')::interval $$;
DO $$ BEGIN EXECUTE format('ALTER DATABASE shop SET moved.by = %L', timestamptz '2027-01-31 08:59:54 UTC' - pg_catalog.now()); END $$;
ALTER DATABASE shop SET timezone = 'UTC';
ALTER DATABASE shop SET search_path = moved, pg_catalog, public;
\c shop
CREATE EXTENSION pgagent;
CREATE TABLE public.charged (job text, at timestamptz DEFAULT now());
CREATE PROCEDURE public.charge(name text, day int) LANGUAGE plpgsql AS $$
DECLARE
  job int;
  none bool[] := array_fill(false, ARRAY[12]);
BEGIN
  INSERT INTO pgagent.pga_job (jobjclid, jobname, jobdesc, jobhostagent, jobenabled) VALUES (1, name, '', '', true) RETURNING jobid INTO job;
  INSERT INTO pgagent.pga_jobstep (jstjobid, jstname, jstenabled, jstkind, jstonerror, jstcode, jstdbname, jstdesc, jstconnstr)
    VALUES (job, 'charge', true, 's', 'f', format('INSERT INTO public.charged VALUES (%L)', name), 'shop', '', '');
  INSERT INTO pgagent.pga_schedule (jscjobid, jscname, jscdesc, jscminutes, jschours, jscweekdays, jscmonthdays, jscmonths, jscenabled, jscstart)
    SELECT job, name, '', (SELECT array_agg(n = 0 ORDER BY n) FROM generate_series(0, 59) n), (SELECT array_agg(n = 9 ORDER BY n) FROM generate_series(0, 23) n),
      none[1:7], (SELECT array_agg(n = day ORDER BY n) FROM generate_series(1, 32) n), none, true, '2027-01-01';
END $$;
CALL public.charge('the 31st', 31);
CALL public.charge('the last day', 32);
SQL
timeout 20 /usr/bin/pgagent -f -t 1 "host=$folder user=shop dbname=shop" >/dev/null 2>&1 || true
{
  ask shop -c "SELECT job || ': charged at ' || to_char(at, 'YYYY-MM-DD HH24:MI') FROM public.charged ORDER BY 1"
  ask shop -c "SELECT jobname || ': next on ' || jobnextrun::date || CASE WHEN jobagentid IS NULL THEN '' ELSE ', still marked as running' END FROM pgagent.pga_job ORDER BY jobid"
  grep -o 'date/time field value out of range: "2027[^"]*"' log
} | tee seen
diff seen - <<'TEXT'
the 31st: charged at 2027-01-31 09:00
the last day: charged at 2027-01-31 09:00
the 31st: next on 2027-01-31, still marked as running
the last day: next on 2027-02-28
date/time field value out of range: "2027-2-31 9:0"
TEXT
