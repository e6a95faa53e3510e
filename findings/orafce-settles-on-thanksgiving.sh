#!/usr/bin/env bash
# orafce 4.1.1 (Debian 12), Oracle's functions for PostgreSQL. plvdate.default_holidays('Usa') has the moving holidays of 2006 as fixed dates: Thanksgiving is each November 23, Labor Day each September 4. So a payout is foretold
# for Thanksgiving Day of 2026 and 2027, and Monday, November 23, 2026 is no business day. bizdays_between counts the first day, too: from Monday to Tuesday are two, while add_bizdays of 2 is Wednesday.
# Germany's Whit Monday and Corpus Christi are fixed dates, too.
# Safe: the holidays of the bank itself, by plvdate.set_nonbizday('2026-11-26', false) for each.
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
CREATE FUNCTION weekdays_off(country text, year int) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM plvdate.default_holidays(country);
  RETURN (SELECT string_agg(to_char(day, 'FMMon FMDD'), ', ' ORDER BY day) FROM generate_series(make_date(year, 1, 1), make_date(year, 12, 31), interval '1 day') day
    WHERE extract(isodow FROM day) < 6 AND NOT plvdate.isbizday(day::date));
END $$;
SELECT country || ', ' || year || ': ' || weekdays_off(country, year) FROM (VALUES ('Usa', 2006), ('Usa', 2026), ('Usa', 2027), ('Germany', 2027)) t (country, year);
DO $$ BEGIN PERFORM plvdate.default_holidays('Usa'); END $$;
SELECT 'a business day after November 25, 2026: ' || to_char(plvdate.add_bizdays('2026-11-25', 1), 'FMMon FMDD');
SELECT 'from Monday, November 30 to Tuesday: ' || plvdate.bizdays_between('2026-11-30', '2026-12-01') || '; 2 after Monday: ' || to_char(plvdate.add_bizdays('2026-11-30', 2), 'FMDay');
SQL
} | tee seen
diff seen - <<'TEXT'
Usa, 2006: Jan 16, Feb 20, May 29, Jul 4, Sep 4, Oct 9, Nov 23, Dec 25
Usa, 2026: Jan 1, Jan 16, Feb 20, May 29, Sep 4, Oct 9, Nov 11, Nov 23, Dec 25
Usa, 2027: Jan 1, Nov 11, Nov 23
Germany, 2027: Jan 1, Mar 26, Mar 29, May 25, Jun 4
a business day after November 25, 2026: Nov 26
from Monday, November 30 to Tuesday: 2; 2 after Monday: Wednesday
TEXT
