#!/usr/bin/env bash
# Haskell's http-api-data 0.4.3 (Debian 12), by which Servant's clients write addresses and forms. An amount that is a Double below 0.1 or from 10 million on is written as a power of ten: 5 cents are
# 5.0e-2 and 12345678.91 is 1.234567891e7, which a service refuses or reads as 5 and 1. 19.99 is right, so tests don't see it.
# Safe: cents as Int; amounts as text by showFFloat (Just 2), or the decimal of libghc-decimal-dev.
# Needs Debian 12's ghc and libghc-http-api-data-dev.
set -euo pipefail
ghc-pkg list --simple-output http-api-data 2>/dev/null | grep -q . || { echo "needs Debian's packages ghc and libghc-http-api-data-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Send.hs <<'HS'
import qualified Data.Text as T
import Numeric (showFFloat)
import Web.HttpApiData

main :: IO ()
main = mapM_ (\amount -> putStrLn (showFFloat (Just 2) amount "" ++ ": " ++ T.unpack (toQueryParam amount)))
  [19.99, 0.1, 0.05, 0.01, 9999999.99, 10000000, 12345678.91 :: Double]
HS
ghc -v0 Send.hs && ./Send | tee seen
diff seen - <<'TEXT'
19.99: 19.99
0.10: 0.1
0.05: 5.0e-2
0.01: 1.0e-2
9999999.99: 9999999.99
10000000.00: 1.0e7
12345678.91: 1.234567891e7
TEXT
