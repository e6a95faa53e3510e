#!/usr/bin/env bash
# A cron job fetches the bank's statement.csv each day in one folder, and books it. On the second day wget 1.21.3, wget2 1.99.1, aria2c 1.36.0, axel 2.17.11 and curl 7.88.1 with --no-clobber (Debian 12) put the new file
# beside the old one, as statement.csv.1, statement.1.csv or statement.csv.0, with the exit code 0: yesterday's payments are booked again each day, and the new ones never. To continue a download (wget -c, wget2 -c, curl -C -,
# http --continue, lftp's get -c) is worse: the tail of the new file is written behind the old one, at a place in the middle of an amount, so that B-100 and B-200 over 7000.00 are left out but for a line "0.00", and a new file of the same
# length is taken for the old one; the exit code is 0 each time.
# Safe: curl -fsSo statement.csv, or wget -O statement.csv; or a folder for each day.
# Needs Debian 12's wget, wget2, aria2, axel, lftp and httpie.
set -euo pipefail
for program in wget wget2 aria2c axel lftp http; do command -v "$program" >/dev/null || { echo "needs Debian's packages wget, wget2, aria2, axel, lftp and httpie"; exit 1; }; done
folder=$(mktemp -d)
trap 'kill "$id" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
cat >bank.mjs <<'JS'
import http from "node:http";
import { writeFileSync } from "node:fs";
const head = "date,reference,amount\n";
const statements = [
  `${head}2026-11-28,A-1,50.00\n2026-11-28,A-2,20.00\n`,
  `${head}2026-11-29,B-100,1.00\n2026-11-29,B-200,7000.00\n2026-11-29,B-3,30.00\n`,
  `${head}2026-11-29,B-1,70.00\n2026-11-29,B-2,30.00\n`,
];
let day = 0;
const server = http.createServer((request, response) => {
  const change = /^\/day\/(\d)$/.exec(request.url);
  if (change) {
    day = Number(change[1]);
    return response.setHeader("Connection", "close").end();
  }
  const statement = Buffer.from(statements[day]);
  const headers = { "Accept-Ranges": "bytes", "Content-Type": "text/csv", "Last-Modified": new Date(Date.UTC(2026, 10, 28 + day)).toUTCString() };
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? Number.NaN);
  const body = Number.isNaN(from) ? statement : statement.subarray(from);
  if (from >= statement.length) headers["Content-Range"] = `bytes */${statement.length}`;
  else if (from >= 0) headers["Content-Range"] = `bytes ${from}-${statement.length - 1}/${statement.length}`;
  const status = Number.isNaN(from) ? 200 : body.length > 0 ? 206 : 416;
  response.writeHead(status, { ...headers, "Content-Length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
});
server.listen(0, "127.0.0.1", () => writeFileSync("port", String(server.address().port)));
JS
node bank.mjs & id=$!
for tries in $(seq 100); do [ -s port ] && break || sleep 0.1; done
bank=http://127.0.0.1:$(cat port)
export bank
books() {
  rm -rf job && mkdir job && cd job
  for day in 0 "$1"; do
    curl -s "$bank/day/$day"
    code=0
    bash -c "$2 \$bank/statement.csv" >../log 2>&1 </dev/null || code=$?
  done
  echo "$2: exit code $code, $(ls | paste -sd ' '), books $(tail -n +2 statement.csv | cut -d , -f 2- | paste -sd ' ')"
  cd ..
}
{
  for job in wget wget2 "aria2c -q" "axel -q" "curl -s --no-clobber -O" "curl -fsSo statement.csv"; do books 1 "$job"; done
  for job in "wget -c" "wget2 -c" "curl -s -C - -O" "http --ignore-stdin -d -c -o statement.csv" "lftp -c get -c"; do books 1 "$job"; done
  echo "as long as yesterday's:"
  for job in "wget -c" "wget2 -c" "curl -s -C - -O"; do books 2 "$job"; done
} | tee seen
diff seen - <<'TEXT'
wget: exit code 0, statement.csv statement.csv.1, books A-1,50.00 A-2,20.00
wget2: exit code 0, statement.csv statement.csv.1, books A-1,50.00 A-2,20.00
aria2c -q: exit code 0, statement.1.csv statement.csv, books A-1,50.00 A-2,20.00
axel -q: exit code 0, statement.csv statement.csv.0, books A-1,50.00 A-2,20.00
curl -s --no-clobber -O: exit code 0, statement.csv statement.csv.1, books A-1,50.00 A-2,20.00
curl -fsSo statement.csv: exit code 0, statement.csv, books B-100,1.00 B-200,7000.00 B-3,30.00
wget -c: exit code 0, statement.csv, books A-1,50.00 A-2,20.00 0.00 B-3,30.00
wget2 -c: exit code 0, statement.csv, books A-1,50.00 A-2,20.00 0.00 B-3,30.00
curl -s -C - -O: exit code 0, statement.csv, books A-1,50.00 A-2,20.00 0.00 B-3,30.00
http --ignore-stdin -d -c -o statement.csv: exit code 0, statement.csv, books A-1,50.00 A-2,20.00 0.00 B-3,30.00
lftp -c get -c: exit code 0, statement.csv, books A-1,50.00 A-2,20.00 0.00 B-3,30.00
as long as yesterday's:
wget -c: exit code 0, statement.csv, books A-1,50.00 A-2,20.00
wget2 -c: exit code 0, statement.csv, books A-1,50.00 A-2,20.00
curl -s -C - -O: exit code 0, statement.csv, books A-1,50.00 A-2,20.00
TEXT
