# wget, a process for each call.
while [ $# -gt 0 ]; do
  wget -q ${NEVER_AGAIN:+--tries=1} -O - --header=Content-Type:application/json --post-file="$2" "$1" | tr '\n' ' '
  echo
  shift 2
done
