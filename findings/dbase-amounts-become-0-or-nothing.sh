#!/usr/bin/env bash
# dBASE files (DBF), the tables of old tills, in Debian 12. An amount that is too wide for its column is written as stars: Ruby's dbf 3.0.5 and Gnumeric 1.12.55 read it as 0, Python's dbf as none. An amount that is
# missing is 0 in Gnumeric, too, and a column of type F (float) is empty there. pgdbf 0.6.2 makes NUMERIC(2) of F(9,2), which in PostgreSQL rounds 19.99 to 20 and refuses 123.45; of N(9,2) it makes NUMERIC(9, 2). Whether an
# order is paid, if unknown, is false by Ruby and pgdbf.
# Safe: columns of type N, wide enough, and a check of each amount for a star.
# Needs Debian 12's python3-dbf, ruby-dbf, pgdbf and gnumeric.
set -euo pipefail
/usr/bin/python3 -c 'import dbf' 2>/dev/null && ruby -e 'require "dbf"' 2>/dev/null && command -v pgdbf >/dev/null && command -v ssconvert >/dev/null ||
  { echo "needs Debian's packages python3-dbf, ruby-dbf, pgdbf and gnumeric"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >write.py <<'PYTHON'
import dbf
table = dbf.Table("day.dbf", "ref C(6); amount N(9,2); fee F(9,2); paid L", dbf_type="db3")
table.open(mode=dbf.READ_WRITE)
for row in [("A-1", 19.99, 19.99, True), ("A-2", 1.11, 1.11, False), ("A-3", None, None, None)]:
    table.append(row)
table.close()
with open("day.dbf", "r+b") as file:
    rows = file.read()
    file.seek(0)
    file.write(rows.replace(b"     1.11", b"*********"))
table = dbf.Table("day.dbf")
table.open()
for row in table:
    print("Python", row.ref.strip(), row.amount, row.fee, row.paid)
PYTHON
{
  /usr/bin/python3 write.py
  ruby -W0 -e 'require "dbf"; DBF::Table.new("day.dbf").each { |row| puts "Ruby #{row.attributes.values.map(&:inspect).join(" ")}" }'
  ssconvert -T Gnumeric_stf:stf_csv day.dbf day.csv 2>/dev/null
  sed 's/^/Gnumeric /' day.csv
  pgdbf day.dbf | grep -E 'CREATE|^A-' | tr '\t' ' '
} | tee seen
diff seen - <<'TEXT'
Python A-1 19.99 19.99 True
Python A-2 None None False
Python A-3 None None None
Ruby "A-1" 19.99 19.99 true
Ruby "A-2" 0.0 0.0 false
Ruby "A-3" nil 0.0 false
Gnumeric REF,AMOUNT,FEE,PAID
Gnumeric A-1,19.99,,TRUE
Gnumeric A-2,0,,FALSE
Gnumeric A-3,0,,
CREATE TABLE day (ref VARCHAR(6), amount NUMERIC(9, 2), fee NUMERIC(2), paid BOOLEAN);
A-1 19.99 19.99 t
A-2 ********* ********* f
A-3 \N \N f
TEXT
