#!/usr/bin/env bash
# POE::Component::Client::HTTP 0.949 (Perl, Debian 12) makes up an answer where the service gave none. A sale that was made and whose answer is lost is told as "400 Bad Request", which a shop takes for a refusal and
# sells again under another reference. HTTP::Async 0.33 tells it, and a service that is silent, as a gateway's 504. LWP 6.68 has 500 for all of it, HTTP::Tiny 599, which no service sends.
# Safe: POE's answer has the header X-PCCH-Errmsg, LWP's has Client-Warning: Internal response; query the order after each of them.
# Needs Debian 12's libpoe-component-client-http-perl and libhttp-async-perl.
set -euo pipefail
/usr/bin/perl -MPOE::Component::Client::HTTP -MHTTP::Async -e1 >/dev/null 2>&1 || { echo "needs Debian's packages libpoe-component-client-http-perl and libhttp-async-perl"; exit 1; }
folder=$(mktemp -d)
trap 'for id in ${ids:-}; do kill "$id" 2>/dev/null || true; done; rm -rf "$folder"' EXIT
cd "$folder"
cat >service.py <<'PY'
import socket, threading

# Makes each sale, then closes without an answer, or says nothing.
def sell(connection):
    text = b""
    while b"{}" not in text:
        text += connection.recv(65536)
    print("sold", flush=True)
    if b"POST /lost" in text:
        connection.close()
    else:
        kept.append(connection)

kept = []
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
while True:
    connection, _ = server.accept()
    threading.Thread(target=sell, args=(connection,), daemon=True).start()
PY
/usr/bin/python3 service.py >sold & ids=$!
until [ -s sold ]; do sleep 0.2; done
cat >shop.pl <<'PL'
use strict;
use POE qw(Component::Client::HTTP);
use HTTP::Async;
use HTTP::Request;
use HTTP::Tiny;
use LWP::UserAgent;
my @sales = map { HTTP::Request->new(POST => "http://127.0.0.1:$ARGV[0]/$_", ["Content-Type" => "application/json", "Content-Length" => 2], "{}") } qw(lost silent);
sub told { my ($client, $sale, $answer) = @_; print "$client, ", substr($sale->uri->path, 1), ": $answer\n" }
POE::Component::Client::HTTP->spawn(Alias => "client", Timeout => 5);
POE::Session->create(inline_states => {
  _start => sub { $_[HEAP]{sales} = [@sales]; $_[KERNEL]->yield("sell") },
  sell => sub {
    my $sale = shift @{ $_[HEAP]{sales} } or return $_[KERNEL]->post(client => "shutdown");
    $_[KERNEL]->post(client => request => "answered", $sale);
  },
  answered => sub {
    told("POE", $_[ARG0][0], $_[ARG1][0]->status_line . ($_[ARG1][0]->header("X-PCCH-Errmsg") ? ", with X-PCCH-Errmsg" : ""));
    $_[KERNEL]->yield("sell");
  },
});
POE::Kernel->run;
for my $sale (@sales) {
  my $async = HTTP::Async->new(timeout => 5);
  $async->add($sale);
  told("HTTP::Async", $sale, $async->wait_for_next_response(30)->status_line);
  told("LWP", $sale, LWP::UserAgent->new(timeout => 5)->request($sale)->code);
  told("HTTP::Tiny", $sale, HTTP::Tiny->new(timeout => 5)->post($sale->uri, { content => "{}" })->{status});
}
PL
{
  /usr/bin/perl shop.pl "$(head -1 sold)" 2>/dev/null
  echo "sold: $(grep -c sold sold)"
} | tee seen
diff seen - <<'TEXT'
POE, lost: 400 Bad Request, with X-PCCH-Errmsg
POE, silent: 408 Request Timeout, with X-PCCH-Errmsg
HTTP::Async, lost: 504 Gateway Timeout
LWP, lost: 500
HTTP::Tiny, lost: 599
HTTP::Async, silent: 504 Gateway Timeout
LWP, silent: 500
HTTP::Tiny, silent: 599
sold: 8
TEXT
