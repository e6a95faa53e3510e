#!/usr/bin/env bash
# cassava 0.5.3 (Debian 12), Haskell's CSV: an amount of 0.05 is written as 5.0e-2 and 12345678.91 as 1.234567891e7, as a Double and as a Scientific, which is exact; amounts from 0.1 to
# 9999999.99 are written plainly. A reader that knows no exponents takes them for 5.0 and 1.23. An order's id of 20 digits, read into an Int, is another id, without an error.
# Safe: a ToField of one's own by formatScientific Fixed (Just 2), and ids as Text.
# Needs Debian 12's ghc, libghc-cassava-dev and libghc-scientific-dev.
set -euo pipefail
[ -x /usr/bin/ghc ] && ls /var/lib/ghc/package.conf.d/cassava-* >/dev/null 2>&1 || { echo "needs Debian's packages ghc, libghc-cassava-dev and libghc-scientific-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Report.hs <<'HS'
{-# LANGUAGE OverloadedStrings #-}
import qualified Data.ByteString.Lazy.Char8 as Bytes
import Data.Csv
import Data.Scientific (Scientific)
import Data.Vector (Vector)

main :: IO ()
main = do
  Bytes.putStr (encode [("Double" :: String, [0.05, 0.1, 19.99, 9999999.99, 12345678.91 :: Double] !! n) | n <- [0 .. 4]])
  Bytes.putStr (encode [("Scientific" :: String, [0.05, 19.99, 12345678.91 :: Scientific] !! n) | n <- [0 .. 2]])
  print (decode NoHeader "A-1,99999999999999999999\n" :: Either String (Vector (String, Int)))
HS
/usr/bin/ghc -v0 Report.hs
./Report | tr -d '\r' | tee seen
diff seen - <<'TEXT'
Double,5.0e-2
Double,0.1
Double,19.99
Double,9999999.99
Double,1.234567891e7
Scientific,5.0e-2
Scientific,19.99
Scientific,1.234567891e7
Right [("A-1",7766279631452241919)]
TEXT
