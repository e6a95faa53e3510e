# curl, one process for all calls.
close=${NEVER_AGAIN:+-H Connection:close}
args=
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
n=0
while [ $# -gt 0 ]; do
  n=$((n + 1))
  printf 'lost' > "$out/$n"
  args="$args --next -sS $close -o $out/$n -H Content-Type:application/json --data-binary @$2 $1"
  shift 2
done
curl ${args# --next} 2> "$out/errors"
i=0
while [ $i -lt $n ]; do
  i=$((i + 1))
  tr '\n' ' ' < "$out/$i"
  echo
done
