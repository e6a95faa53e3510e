#!/usr/bin/env bash
# orafce 4.1.1 (Debian 12), Oracle's functions for PostgreSQL. oracle.add_months keeps the last day of a month: who ordered on February 28 renews on March 31, not on March 28, and a month that was paid until April 30
# ends on May 31. Month by month, an order of January 30 is charged on February 28, and from then on on the last day of each month.
# PostgreSQL's own "+ interval '1 month'" keeps the 28th. A shop that moved from Oracle, or uses both, has two answers.
# Safe: one of the two, and the day of the order in a column of its own.
# Needs Debian 12's postgresql-15-orafce.
set -euo pipefail
bin=/usr/lib/postgresql/15/bin
[ -e /usr/share/postgresql/15/extension/orafce.control ] || { echo "needs Debian's package postgresql-15-orafce"; exit 1; }
folder=$(mktemp -d)
run() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
cleanup() { run $bin/pg_ctl -D data -m immediate stop >/dev/null 2>&1 || true; cd /; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
chmod 777 .
run $bin/initdb -D data -A trust -U shop >/dev/null
run $bin/pg_ctl -D data -l log -w -o "-c listen_addresses='' -k $folder" start >/dev/null
{
  psql -q -At -h "$folder" -U shop postgres <<'SQL'
CREATE EXTENSION orafce;
CREATE FUNCTION renewals(day date, OUT orafce text, OUT postgresql text) LANGUAGE plpgsql AS $$
DECLARE a date := day; b date := day;
BEGIN
  FOR n IN 1..4 LOOP
    a := oracle.add_months(a, 1);
    b := b + interval '1 month';
    orafce := concat_ws(', ', orafce, to_char(a, 'FMMon FMDD'));
    postgresql := concat_ws(', ', postgresql, to_char(b, 'FMMon FMDD'));
  END LOOP;
END $$;
SELECT to_char(day, 'FMMonth FMDD') || ', orafce: ' || orafce || '; PostgreSQL: ' || postgresql
  FROM unnest(ARRAY['2027-02-28', '2027-04-30', '2027-01-30', '2027-01-31']::date[]) day, renewals(day);
SQL
} | tee seen
diff seen - <<'TEXT'
February 28, orafce: Mar 31, Apr 30, May 31, Jun 30; PostgreSQL: Mar 28, Apr 28, May 28, Jun 28
April 30, orafce: May 31, Jun 30, Jul 31, Aug 31; PostgreSQL: May 30, Jun 30, Jul 30, Aug 30
January 30, orafce: Feb 28, Mar 31, Apr 30, May 31; PostgreSQL: Feb 28, Mar 28, Apr 28, May 28
January 31, orafce: Feb 28, Mar 31, Apr 30, May 31; PostgreSQL: Feb 28, Mar 28, Apr 28, May 28
TEXT
