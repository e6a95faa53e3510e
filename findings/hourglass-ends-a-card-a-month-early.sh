#!/usr/bin/env bash
# Haskell's hourglass 0.2.12 (Debian 12). timeParse of a month without a day gives the last day of the month before: a token's expiryDate 202712 by YYYYMM, 12/27 by MM/YY and 2027-12 are November 30, so
# that a card is refused in its last month, and 202701 is the last day of 2026. There is no error.
# Safe: timeParse "YYYYMMDD" (text ++ "01"), and then the month's last day.
# Needs Debian 12's ghc and libghc-hourglass-dev.
set -euo pipefail
ghc-pkg list --simple-output hourglass 2>/dev/null | grep -q . || { echo "needs Debian's packages ghc and libghc-hourglass-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Expiry.hs <<'HS'
import Data.Hourglass

read' :: String -> String -> String
read' format text = maybe "refused" (\time -> timePrint "YYYY-MM-DD" (time :: DateTime)) (timeParse format text)

main :: IO ()
main = mapM_ (\(format, text) -> putStrLn (text ++ " by " ++ format ++ ": " ++ read' format text))
  [("YYYYMM", "202712"), ("YYYYMM", "202701"), ("MM/YY", "12/27"), ("YYYY-MM", "2027-12"), ("YYYYMMDD", "20271201")]
HS
ghc -v0 Expiry.hs && ./Expiry | tee seen
diff seen - <<'TEXT'
202712 by YYYYMM: 2027-11-30
202701 by YYYYMM: 2026-12-31
12/27 by MM/YY: 2027-11-30
2027-12 by YYYY-MM: 2027-11-30
20271201 by YYYYMMDD: 2027-12-01
TEXT
