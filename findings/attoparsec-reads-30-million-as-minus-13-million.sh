#!/usr/bin/env bash
# Haskell's attoparsec 0.14.4 (Debian 12), on which readers of banks' files stand. decimal of a number that doesn't fit is another, also negative, number, without an error: 3000000000 cents are
# -1294967296 in an Int32, and an order's id of 20 digits is -6101065172474983726 in an Int; readable 0.3.1 gives the same. A parser stops at what it doesn't know: "1,234.50" is 1.0 and
# 19.99 is 19, unless endOfInput follows.
# Safe: decimal as Integer, then toIntegralSized; parseOnly (scientific <* endOfInput).
# Needs Debian 12's ghc, libghc-attoparsec-dev and libghc-readable-dev.
set -euo pipefail
ghc-pkg list --simple-output attoparsec 2>/dev/null | grep -q . || { echo "needs Debian's packages ghc, libghc-attoparsec-dev and libghc-readable-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Read.hs <<'HS'
{-# LANGUAGE OverloadedStrings #-}
import Data.Attoparsec.Text
import Data.Bits (toIntegralSized)
import Data.Int
import Data.Readable (fromText)
import qualified Data.Text as T

main :: IO ()
main = do
  mapM_ (\text -> putStrLn (T.unpack text ++ ": decimal as Int32 " ++ show (parseOnly decimal text :: Either String Int32) ++ ", as Int " ++ show (parseOnly decimal text :: Either String Int)
    ++ ", by readable " ++ show (fromText text :: Maybe Int) ++ ", double " ++ show (parseOnly double text) ++ ", to its end " ++ show (either (const "refused") show (parseOnly (double <* endOfInput) text))))
    ["1999", "3000000000", "12345678901234567890", "19.99", "1,234.50"]
  print (fmap (\number -> toIntegralSized (number :: Integer) :: Maybe Int32) (parseOnly decimal "3000000000"))
HS
ghc -v0 Read.hs && ./Read | tee seen
diff seen - <<'TEXT'
1999: decimal as Int32 Right 1999, as Int Right 1999, by readable Just 1999, double Right 1999.0, to its end "1999.0"
3000000000: decimal as Int32 Right (-1294967296), as Int Right 3000000000, by readable Just 3000000000, double Right 3.0e9, to its end "3.0e9"
12345678901234567890: decimal as Int32 Right (-350287150), as Int Right (-6101065172474983726), by readable Just (-6101065172474983726), double Right 1.2345678901234567e19, to its end "1.2345678901234567e19"
19.99: decimal as Int32 Right 19, as Int Right 19, by readable Nothing, double Right 19.99, to its end "19.99"
1,234.50: decimal as Int32 Right 1, as Int Right 1, by readable Nothing, double Right 1.0, to its end "refused"
Right Nothing
TEXT
