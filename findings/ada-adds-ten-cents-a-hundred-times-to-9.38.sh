#!/usr/bin/env bash
# Ada, by GNAT 12.2 (Debian 12). A type "delta 0.01 range ..." counts in 1/128: 0.10 added a hundred times is 9.38, and 19.99 is 1998.44, though each alone is
# shown right. The decimal type "delta 0.01 digits 15" is exact, but a float converted to it is cut: 0.03 becomes 0.02, and 4796 of the amounts from 0.01
# to 99.99 lose a cent.
# Safe: a decimal type, with Money'Value ("19.99") for texts, and Money'Round (X) instead of Money (X) for floats.
# Needs Debian 12's gnat.
set -euo pipefail
command -v gnatmake >/dev/null || { echo "needs Debian's package gnat"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >sale.adb <<'ADA'
with Ada.Text_IO; use Ada.Text_IO;
procedure Sale is
   type Fixed is delta 0.01 range -1.0e9 .. 1.0e9;
   type Money is delta 0.01 digits 15;
   Dimes, Sales : Fixed := 0.0;
   Decimal      : Money := 0.0;
   Cut, Wrong   : Natural := 0;
   Price        : Long_Float;
begin
   for Count in 1 .. 100 loop
      Dimes   := Dimes + 0.10;
      Sales   := Sales + 19.99;
      Decimal := Decimal + 19.99;
   end loop;
   Put_Line ("one sale:" & Fixed'Image (Fixed'Value ("19.99")) & ", a hundred:" & Sales'Image & ", of 0.10:" & Dimes'Image);
   Put_Line ("a hundred in the decimal type:" & Decimal'Image);
   for Cents in 1 .. 9999 loop
      Price := Long_Float'Value (Money'Image (Money (0.01) * Cents));
      if Money (Price) < Money (0.01) * Cents then Cut := Cut + 1; end if;
      if Money'Round (Price) /= Money (0.01) * Cents then Wrong := Wrong + 1; end if;
   end loop;
   Put_Line ("0.03 as a float:" & Money'Image (Money (Long_Float'Value ("0.03"))) & ", a cent less:" & Cut'Image & ", wrong by Round:" & Wrong'Image);
end Sale;
ADA
gnatmake -q sale.adb
./sale | tee seen
diff seen - <<'TEXT'
one sale: 19.99, a hundred: 1998.44, of 0.10: 9.38
a hundred in the decimal type: 1999.00
0.03 as a float: 0.02, a cent less: 4796, wrong by Round: 0
TEXT
