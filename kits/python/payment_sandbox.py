"""Tests of a shop against payment-sandbox: one file, standard library only, Python 3.8 or newer.

With pytest, put this file and a conftest.py into one folder, at the root of your tests or above. The conftest.py needs one
line: `from payment_sandbox import lane, payment_sandbox`. Then take the fixture `lane`:

    def test_a_refusal_keeps_the_order_paid(lane):
        lane.force("insufficient-unsettled-balance", operation="*/refund")
        shop = Shop(lane.environment())  # or Shop(base_url=lane.url)
        ...

Without pytest: `with Sandbox.find_or_start() as sandbox: lane = sandbox.lane()`.

PAYMENT_SANDBOX_URL names a sandbox that runs already. Without it one is started on a free port for this process (each
worker of pytest-xdist gets its own) by PAYMENT_SANDBOX_COMMAND, else `payment-sandbox`, else `npx payment-sandbox`.
"""
from __future__ import annotations

import atexit
import http.client
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
import warnings
from base64 import b64decode
from datetime import date, datetime, timedelta
from decimal import Decimal
from hashlib import sha256
from typing import Any, Dict, Generator, Iterator, List, Mapping, Optional, Tuple, Union, cast

Json = Dict[str, Any]
Then = Union[str, Json]

DEMO_MERCHANT = 3
NOTHING_CHECKED = (
    "verify() checked nothing: no loaded scenario expects anything."
    " Give it expectations, or load a scenario that has expect."
)
START_SECONDS = 60
UNMET = "the test passed, but the scenario of its lane %s is not met (lane.verify() at its end makes it fail): %s"

# How many of the last refused calls of a failed test are explained, after the first one.
EXPLAINED = 3
# What `exec` sets, and the member of the ready file that says it. PAYMENT_SANDBOX_URL is the lane's.
SETTINGS = {
    "PAYMENT_SANDBOX_MERCHANT_ID": "merchantId",
    "PAYMENT_SANDBOX_PRIVATE_KEY_FILE": "privateKeyFile",
    "PAYMENT_SANDBOX_PUBLIC_KEY_FILE": "publicKeyFile",
    "PAYMENT_SANDBOX_CA_FILE": "caFile",
}
# Where the job's own sandbox keeps its lanes. One that the kit starts keeps nothing.
KEPT = ("PAYMENT_SANDBOX_STORE", "PAYMENT_SANDBOX_DATA_DIR")
# Calls of the control API that a refusal or a vain wait names, and the method of a lane that does the same.
METHODS = (
    (re.compile(r"by (\w+) with PUT /_sandbox/clock"), r'with lane.advance("\1")'),
    (re.compile(r"POST /_sandbox/orders/(\w+)/simulate"), r"lane.pay(\1)"),
    (re.compile(r"POST /_sandbox/card-entries/\w+/simulate {.*?}"), "lane.save_card(page)"),
    (re.compile(r"GET /_sandbox/orders/(\w+)"), r"lane.order(\1)"),
    (re.compile(r"POST /_sandbox/notifications/(\w+)/(resend|release)"), r"lane.\2(\1)"),
)
STARTED = "started a sandbox at %s for this process: PAYMENT_SANDBOX_URL names none."
NO_KEYS = 'PAYMENT_SANDBOX_URL is set without PAYMENT_SANDBOX_PRIVATE_KEY_FILE, so environment() has no key: environment=$(payment-sandbox env) && eval "$environment" sets both.'
NOT_FOUND = "If it is not installed here: export PATH=/path/to/payment-sandbox/node_modules/.bin:$PATH"


class SandboxError(Exception):
    """The sandbox refused a call of the control API, or could not be started. Says what and how to mend it."""


class WaitedInVain(SandboxError):
    """What was waited for did not happen.

    `facts` is the answer of the control API: code, message, fix, and `nearest`, the list of the at most three orders,
    notifications or requests that came nearest, each as `orders()`, `notifications()` or `requests()` gives it.
    """

    def __init__(self, message: str, facts: Json) -> None:
        super().__init__(message)
        self.facts = facts


class SandboxWarning(UserWarning):
    """What to look at, because nothing fails: an unknown parameter (X-Sandbox-Warnings), or PAYMENT_SANDBOX_URL without keys."""


class Sandbox:
    """A running sandbox: `url` is where it answers. Stop it, or use it in a `with` statement.

    `private_key_file` signs as the demo merchant; None if the sandbox doesn't say where the key is.
    """

    def __init__(
        self,
        url: str,
        process: Optional[subprocess.Popen[bytes]] = None,
        facts: Optional[Json] = None,
    ) -> None:
        # The address may be a lane's, as `env --lane` names it. New lanes are beside that one, and their names begin with its
        # own, so that a team's token opens them, too.
        self.url, _, lane = url.rstrip("/").partition("/lane/")
        self._settings = _settings(facts)
        self.private_key_file = self._settings.get("PAYMENT_SANDBOX_PRIVATE_KEY_FILE")
        self._process = process
        # A failed test leaves its lane in a sandbox that outlives the tests. Nobody looks into the runs of judge.
        self._keeps_failed = process is None and not os.environ.get("PAYMENT_SANDBOX_BELIEFS_FILE")
        self._pid: Optional[int] = None
        self._numbers = itertools.count(1)
        self._prefix = (lane and lane + "-") + "py-" + uuid.uuid4().hex[:8]

    @classmethod
    def find_or_start(cls, *options: str) -> Sandbox:
        """The sandbox at PAYMENT_SANDBOX_URL, else one of our own with these options of `start`."""
        url = os.environ.get("PAYMENT_SANDBOX_URL")
        if url and not re.match(r"https?://[^/]", url):
            expected = "expected an address such as http://localhost:4655"
            raise SandboxError("PAYMENT_SANDBOX_URL: %s, found %s" % (expected, json.dumps(url)))
        if url and not os.environ.get("PAYMENT_SANDBOX_PRIVATE_KEY_FILE"):
            warnings.warn(NO_KEYS, SandboxWarning, stacklevel=2)
        if url:
            return cls(url)
        own = cls.start(*options)
        sys.stderr.write("payment-sandbox: %s\n" % (STARTED % own.url))
        return own

    @classmethod
    def start(cls, *options: str) -> Sandbox:
        """Starts one on a free port. It has the same seed each time and refuses wrong signatures."""
        with tempfile.TemporaryDirectory(prefix="payment-sandbox-") as folder:
            ready = os.path.join(folder, "ready.json")
            log = os.path.join(folder, "log")
            arguments = ["start", "--port", "0", "--seed", "1", "--signature", "enforce", "--ready-file", ready]
            with open(log, "wb") as output:
                command = _command() + arguments + list(options)
                env = {name: value for name, value in os.environ.items() if name not in KEPT}
                try:
                    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=env)
                except OSError as error:
                    raise SandboxError(
                        "%s can't be run: %s. Does PAYMENT_SANDBOX_COMMAND name it right?" % (command[0], error.strerror)
                    ) from error
            try:
                facts = _when_ready(process, ready, log)
            except BaseException:
                _end(process)
                raise
        atexit.register(_end, process, facts["pid"])
        sandbox = cls(facts["url"], process, facts)
        sandbox._pid = facts["pid"]
        return sandbox

    def lane(self, name: Optional[str] = None) -> Lane:
        """An isolated world: its own orders, clock and rules. Without a name it is a new one."""
        __tracebackhide__ = True
        name = name or "%s-%d" % (self._prefix, next(self._numbers))
        made = _call("POST", self.url + "/_sandbox/lanes", {"name": name})
        return Lane(name, "%s/lane/%s" % (self.url, made["name"]), self._settings, self._keeps_failed)

    def stop(self) -> None:
        """Ends the sandbox if this object started it."""
        if self._process is not None:
            _end(self._process, self._pid)
            self._process = None

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Lane:
    """One lane. `url` is the base_url for the shop under test; the methods are the control API."""

    def __init__(
        self, name: str, url: str, settings: Optional[Mapping[str, str]] = None, stays_if_failed: bool = False
    ) -> None:
        self.name = name
        self.url = url
        self._settings = _settings() if settings is None else settings
        self.stays_if_failed = stays_if_failed
        self._has_loaded = False

    def environment(self) -> Dict[str, str]:
        """The variables that `exec` sets, for the shop under test: this lane's address, the merchant's id, the key files.

        For this process: `os.environ.update(lane.environment())`. For another: `env={**os.environ, **lane.environment()}`.
        """
        return {"PAYMENT_SANDBOX_URL": self.url, **self._settings}

    # The payment API, as a shop calls it.

    def sign(self, params: Mapping[str, Any]) -> Json:
        """The envelope {request, signature} of these parameters, signed by the demo merchant (3, if none is named)."""
        params = _parameters(params)
        return _object(self.control("POST", "/sign", {"params": {"merchantId": DEMO_MERCHANT, **params}}))

    def call(self, path: str, params: Optional[Mapping[str, Any]] = None, **more: Any) -> Json:
        """Sends a signed call: lane.call("hosted-checkout/query", merchantReference="A-1"), or with a dict of parameters."""
        return _object(_call("POST", "%s/%s" % (self.url, path.strip("/")), self.sign({**_parameters(params or {}), **more})))

    def is_genuine(self, fields: Union[Mapping[str, Any], str, bytes]) -> bool:
        """True if the service signed this notification: a dict with its signature, or the body as it came."""
        return is_genuine(fields, self._notification_key())

    # Outcomes.

    def force(self, then: Then, times: Optional[int] = None, **when: Any) -> Json:
        """Puts a rule in. `then` is an outcome's name or a dict; `when` are the conditions."""
        rule: Json = {"when": when, "then": _then(then)}
        if times is not None:
            rule["times"] = times
        return _object(self.control("POST", "/rules", rule))

    def next(self, then: Then) -> Json:
        """The very next call gets this, of any operation. For one operation: `force` with `times=1`."""
        return _object(self.control("POST", "/next", _then(then)))

    def assume(self, choices: Optional[Mapping[str, str]] = None, **more: str) -> Json:
        """Chooses for assumptions until a reset: lane.assume({"cancel": "closed"}), or with `_` for `-`: lane.assume(past_expiry="refuse")."""
        named = {id.replace("_", "-"): choice for id, choice in {**(choices or {}), **more}.items()}
        return _object(self.control("PUT", "/assumptions", named))

    def load(self, scenario: Union[str, "os.PathLike[str]", Json]) -> Json:
        """Applies a scenario: a name of the catalogue, the path of a file, or a whole document as a dict.

        A text with a `/`, or ending in .yaml, .yml or .json, is a path. `exec` checks what the scenario expects in this lane.
        """
        __tracebackhide__ = True
        self._has_loaded = True
        if isinstance(scenario, os.PathLike) or (isinstance(scenario, str) and IS_PATH.search(scenario)):
            file = urllib.parse.quote(os.fspath(scenario), safe="")
            return _object(_call("PUT", self.url + "/_sandbox/scenario?file=" + file, _file_text(scenario)))
        document = {"name": scenario} if isinstance(scenario, str) else scenario
        return _object(self.control("PUT", "/scenario", document))

    # The shopper.

    def pay(self, order_id: Union[int, str], **how: Any) -> Json:
        """Pays an order as the shopper would, with no browser: by its id, merchantReference or checkoutUrl.

        `how`: card, method.
        """
        return self.simulate(order_id, "pay", **how)

    def simulate(self, order_id: Union[int, str], action: str, **how: Any) -> Json:
        """`action`: pay, decline, cancel, expire or settle."""
        body = dict(action=action, **how)
        return _object(self.control("POST", "/orders/%s/simulate" % _named(order_id), body)["order"])

    def save_card(self, page: Union[int, str], **how: Any) -> Json:
        """Saves a card on the page that add-token answered (its checkoutUrl), as the shopper would. `how`: card, expiryDate.

        Raises if a rule or the card declines. A test that wants that gives action="decline".
        """
        body = dict({"action": "save"}, **how)
        done = _object(self.control("POST", "/card-entries/%s/simulate" % _named(page), body))
        if body["action"] == "save" and "tokenId" not in done["cardEntry"]:
            raise SandboxError("save_card: the card is declined (%s), and none is saved" % done["charges"][-1]["declined"])
        return _object(done["cardEntry"])

    # What happened.

    def orders(self, **filters: Any) -> List[Json]:
        return _list(self.control("GET", "/orders", query=filters)["orders"])

    def order(self, order_id: Union[int, str]) -> Json:
        """The order of this id or merchantReference, with its transactions, ledger lines, notifications and timeline."""
        return _object(self.control("GET", "/orders/%s" % _named(order_id)))

    def requests(self, **filters: Any) -> List[Json]:
        return _list(self.control("GET", "/requests", query=filters)["requests"])

    def notifications(self, **filters: Any) -> List[Json]:
        return _list(self.control("GET", "/notifications", query=filters)["notifications"])

    def refusals(self) -> str:
        """The first and the latest calls that were refused, declined or cut, each with its reason, as `why` says it.

        Without any call it says so. An empty text if all calls went well.
        """
        calls = self.requests(limit=1000)
        if not calls:
            return "Lane %s has no call: does the code under test call %s?" % (self.name, self.url)
        refused = [call for call in reversed(calls) if _is_refused(call)]
        if not refused:
            return ""
        is_whole = len(refused) <= EXPLAINED + 1
        told = refused if is_whole else refused[:1] + refused[-EXPLAINED:]
        which = "" if is_whole else "; the first, and the last %d" % EXPLAINED
        head = "Calls of lane %s that were refused, declined or cut: %d of %d%s." % (self.name, len(refused), len(calls), which)
        return "\n".join([head, *map(self._reason, told)])

    def _reason(self, call: Json) -> str:
        details = self.control("GET", "/requests/%s" % call["id"])
        body: Any = details["response"].get("body")
        message = cast(Json, body).get("message") if isinstance(body, dict) else None
        lost = "" if call["reachedClient"] else "(the client did not get it)"
        said = [call["id"], call["operation"], call.get("merchantReference"), call["responseCode"], message, lost]
        return "%s\n  -> %s" % (" ".join(str(part) for part in said if part), details["explain"]["advice"])

    def resend(self, notification_id: Union[int, str]) -> Json:
        """Sends a notification now, whatever the clock: by its id, or the merchantReference of its order."""
        return _object(self.control("POST", "/notifications/%s/resend" % _named(notification_id), {}))

    def hold(self, notification_id: Union[int, str]) -> Json:
        """Holds a waiting notification until it is released."""
        return _object(self.control("POST", "/notifications/%s/hold" % _named(notification_id), {}))

    def release(self, notification_id: Union[int, str]) -> Json:
        """Sends a held notification."""
        return _object(self.control("POST", "/notifications/%s/release" % _named(notification_id), {}))

    def wait_for(self, what: str, count: int = 1, timeout_ms: int = 5000, **match: Any) -> List[Json]:
        """Waits for a "notification", "request" or "order"; returns what matched, or raises WaitedInVain.

        As soon as `count` of them match; `timeout_ms` is in milliseconds.
        """
        for name in ("timeout", "timeoutMs"):
            if name in match:
                raise TypeError("wait_for has no %s: give timeout_ms, in milliseconds" % name)
        body = {"for": what, "match": match, "count": count, "timeoutMs": timeout_ms}
        return _list(self.control("POST", "/wait", body)["matched"])

    def verify(self, *expect: Json) -> None:
        """Raises an AssertionError with every expectation that is not met; without any, those of the loaded scenario.

        Raises one, too, if there is nothing to check.
        """
        report = self.control("POST", "/verify", {"expect": list(expect)} if expect else {})
        if not expect and any(warning["where"] == "expect" for warning in report.get("warnings", [])):
            raise AssertionError(NOTHING_CHECKED)
        if not report["passed"]:
            raise AssertionError("\n".join("expected %(expected)s, found %(actual)s" % failure for failure in report["failures"]))

    def unmet(self) -> str:
        """What the scenario that this test loaded expects in vain. Empty if it is met, or if none was loaded."""
        try:
            if self._has_loaded:
                self.verify()
        except AssertionError as unmet:
            return "" if str(unmet) == NOTHING_CHECKED else str(unmet)
        except SandboxError:
            pass
        return ""

    # The lane.

    def advance(self, by: Union[str, timedelta]) -> Json:
        """Moves the clock, such as "20m" or timedelta(minutes=20); answers when all that fell due has happened, notifications included."""
        return _object(self.control("PUT", "/clock", {"action": "advance", "by": by}))

    def freeze(self, at: Union[str, datetime, None] = None) -> Json:
        """Stops the clock at an instant: a text in ISO 8601, or a datetime with a time zone."""
        return _object(self.control("PUT", "/clock", {"action": "freeze", **({} if at is None else {"at": at})}))

    def set_clock(self, at: Union[str, datetime]) -> Json:
        """Sets the clock to an instant, back too. It runs on if it ran."""
        return _object(self.control("PUT", "/clock", {"action": "set", "at": at}))

    def run_until_idle(self) -> Json:
        return _object(self.control("PUT", "/clock", {"action": "run-until-idle"}))

    def add_card(self, card: str, user: str = "user1", merchant: int = DEMO_MERCHANT, **more: Any) -> Json:
        """Stores a card, such as "visa-credit", for a user; returns its token. `more`: expiryDate ("202612"), tokenId."""
        return _object(self.control("POST", "/tokens", dict(merchantId=merchant, userId=user, card=card, **more)))

    def put_merchant(self, merchant: Union[int, str], **fields: Any) -> Json:
        return _object(self.control("PUT", "/merchants/%s" % merchant, fields))

    def settle(self) -> Json:
        """Settles all paid orders: how many (`settled`), and what was paid out for them (`paidOut`, by currency)."""
        return _object(self.control("POST", "/settle", {}))

    def reset(self) -> None:
        self.control("POST", "/reset", {})

    def snapshot(self, name: str) -> Json:
        return _object(self.control("POST", "/snapshots", {"name": name}))

    def restore(self, name: str) -> Json:
        return _object(self.control("POST", "/snapshots/%s/load" % name))

    def drop(self) -> None:
        self._has_loaded = False
        try:
            self.control("DELETE", "/lanes/%s" % self.name)
        except SandboxError as error:
            if " answered 404: " not in str(error):  # Nobody has called it yet, or it was dropped before.
                raise

    def control(
        self, method: str, path: str, body: Optional[Json] = None, query: Optional[Mapping[str, Any]] = None
    ) -> Any:
        """Any call of the control API: the path without /_sandbox."""
        __tracebackhide__ = True
        search = "?" + urllib.parse.urlencode(query) if query else ""
        return _call(method, "%s/_sandbox/%s%s" % (self.url, path.lstrip("/"), search), body)

    def _notification_key(self) -> str:
        return str(self.control("GET", "/keys")["notificationPublicKey"])


def is_genuine(fields: Union[Mapping[str, Any], str, bytes], public_key_pem: str) -> bool:
    """True if `fields`, a dict or a body, carry a right signature (RSA, SHA-256, PKCS #1) by the owner of this key.

    For tests: the arithmetic is plain Python. A shop in production takes a library such as `cryptography`.
    """
    fields = _fields(fields)
    modulus, exponent = _public_numbers(public_key_pem)
    size = (modulus.bit_length() + 7) // 8
    text = "&".join(sorted("%s=%s" % field for field in fields.items() if field[0] != "signature"))
    try:
        signature = b64decode(str(fields.get("signature", "")), validate=True)
    except ValueError:
        return False
    digest = bytes.fromhex("3031300d060960864801650304020105000420") + sha256(text.encode()).digest()
    expected = b"\x00\x01" + b"\xff" * (size - 3 - len(digest)) + b"\x00" + digest
    return len(signature) == size and pow(
        int.from_bytes(signature, "big"), exponent, modulus
    ) == int.from_bytes(expected, "big")


def _public_numbers(pem: str) -> Tuple[int, int]:
    """(modulus, exponent) of a PEM with a SubjectPublicKeyInfo: the INTEGERs of its DER, in order."""
    der = b64decode("".join(line for line in pem.splitlines() if "-----" not in line))
    numbers = list(_integers(der))
    return numbers[0], numbers[1]


def _integers(der: bytes) -> Iterator[int]:
    at = 0
    while at < len(der):
        kind, size, at = der[at], der[at + 1], at + 2
        if size > 127:  # The low bits of a long length say how many bytes it takes.
            size, at = int.from_bytes(der[at : at + size - 128], "big"), at + size - 128
        value, at = der[at : at + size], at + size
        if kind == 0x02:
            yield int.from_bytes(value, "big")
        elif kind == 0x30:  # A SEQUENCE.
            yield from _integers(value)
        elif kind == 0x03:  # The BIT STRING that wraps the key begins with a byte of zero.
            yield from _integers(value[1:])


def _settings(facts: Optional[Json] = None) -> Dict[str, str]:
    """The merchant and its key files: of a sandbox that was started, else as the environment has them."""
    if facts is None:
        found = {name: os.environ[name] for name in SETTINGS if os.environ.get(name)}
    else:
        found = {name: str(facts[member]) for name, member in SETTINGS.items() if facts.get(member) is not None}
    return {"PAYMENT_SANDBOX_MERCHANT_ID": str(DEMO_MERCHANT), **found}


def _is_refused(call: Json) -> bool:
    return bool(call["operation"] != "settlement" and (call["responseCode"] != "0000" or not call["reachedClient"]))


def _object(answer: Any) -> Json:
    return dict(answer)


def _list(answer: Any) -> List[Json]:
    return list(answer)


def _parameters(params: Any) -> Mapping[str, Any]:
    if not isinstance(params, Mapping):
        raise TypeError("the parameters of a call are a dict, not %r (of a JSON text: json.loads)" % (params,))
    return cast(Mapping[str, Any], params)


def _named(what: Union[int, str]) -> str:
    """An id, a merchantReference or a page's address, for a path."""
    if not what:
        raise SandboxError("expected an id, a merchantReference or a checkoutUrl, found %r: was the call refused that returns it?" % (what,))
    # Encoded twice: some proxies make slashes of %2F.
    return urllib.parse.quote(str(what), safe="").replace("%2F", "%252F")


def _fields(notification: Any) -> Mapping[str, Any]:
    """The fields of a notification; none of a body that holds no JSON object."""
    if isinstance(notification, (str, bytes)):
        try:
            notification = json.loads(notification)
        except ValueError:
            return {}
        return cast(Mapping[str, Any], notification) if isinstance(notification, dict) else {}
    if isinstance(notification, Mapping) and "signature" in notification:
        return cast(Mapping[str, Any], notification)
    raise TypeError(
        "is_genuine takes a notification, as a dict with its signature or its body (text or bytes), "
        'such as attempts[0]["request"] of lane.notifications(), not %r' % (notification,)
    )


def _json(body: Json) -> bytes:
    """Refuses what JSON does not have, such as NaN."""
    try:
        return json.dumps(body, default=_plain, allow_nan=False).encode()
    except ValueError as error:
        raise TypeError("the values cannot be sent: %s" % error) from None


def _plain(value: object) -> Union[str, float]:
    """Durations, instants and amounts of Python as the sandbox reads them."""
    if isinstance(value, timedelta):
        return "%.3fms" % (value / timedelta(milliseconds=1))
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise TypeError("%r has no time zone: give it one, such as tzinfo=timezone.utc" % value)
        return value.isoformat()
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise TypeError("%r cannot be sent: it is no number" % value)
        number = float(value)
        if Decimal(repr(number)) == value:
            return number
        raise TypeError("%r cannot be sent: it has more digits than a number of JSON keeps" % value)
    more = ": give a datetime with a time zone" if isinstance(value, date) else ""
    raise TypeError("%r cannot be sent: no type of JSON%s" % (value, more))


def _then(then: Then) -> Json:
    return {"outcome": then} if isinstance(then, str) else then


# What a scenario file's path looks like, and no scenario's name.
IS_PATH = re.compile(r"[/\\]|\.(ya?ml|json)$")


def _file_text(path: Union[str, "os.PathLike[str]"]) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        where = "" if os.path.isabs(path) else " (looked in %s)" % os.getcwd()
        raise SandboxError("the scenario %s cannot be read: %s%s" % (os.fspath(path), error.strerror, where)) from error


def _call(method: str, url: str, body: Union[Json, bytes, None] = None) -> Any:
    """A body of bytes is a file's text: YAML, or the JSON that YAML includes."""
    is_text = isinstance(body, bytes)
    __tracebackhide__ = True  # In pytest the message stands below the line of the test.
    data = body if body is None or isinstance(body, bytes) else _json(body)
    headers = {"Content-Type": "application/yaml" if is_text else "application/json"} if data is not None else {}
    token = os.environ.get("PAYMENT_SANDBOX_ADMIN_TOKEN")
    if token:
        headers["Authorization"] = "Bearer " + token
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=120) as response:
            status, text = response.status, response.read()
            warned = response.headers.get("X-Sandbox-Warnings")
    except urllib.error.HTTPError as response:
        raise _refused(method, url, response) from None
    except urllib.error.URLError as error:
        raise SandboxError("no sandbox answers at %s: %s%s" % (url, error.reason, _http_instead(url) + _cure())) from None
    except (OSError, http.client.HTTPException) as error:  # Connected: a fault may have cut the answer on purpose.
        raise SandboxError("the answer was lost at %s: %s" % (url, error)) from None
    if warned:
        # The line of the test that made the call.
        warnings.warn("%s: %s" % (urllib.parse.urlsplit(url).path, warned), SandboxWarning, stacklevel=3)
    return None if status == 204 else _answered(url, status, text)


def _answered(url: str, status: int, text: bytes) -> Json:
    """The object of an answer. A fault may have put something else in its place."""
    __tracebackhide__ = True
    try:
        return _object(json.loads(text))
    except (ValueError, TypeError):
        said = text.decode(errors="replace")
        raise SandboxError(
            "the answer was lost at %s: HTTP %d with %s, expected a JSON object" % (url, status, _brief(said))
        ) from None


def _brief(body: str) -> str:
    return "no body" if not body else "the body " + json.dumps(body if len(body) <= 80 else body[:80] + "…", ensure_ascii=False)


def _http_instead(url: str) -> str:
    """For a call by https, which a sandbox without --https can't answer."""
    plain = url.replace("https:", "http:", 1)
    return "" if plain == url else ". If the sandbox was started without --https, it speaks http: use %s" % plain


def _cure() -> str:
    if not os.environ.get("PAYMENT_SANDBOX_URL"):
        return ""
    return ". PAYMENT_SANDBOX_URL names it: start it, correct the variable, or unset it, and this kit starts one."


def _refused(method: str, url: str, response: urllib.error.HTTPError) -> SandboxError:
    text = response.read().decode(errors="replace")
    try:
        facts: Json = json.loads(text)
    except ValueError:
        facts = {}
    said = " ".join(_sentence(facts[key]) for key in ("message", "fix") if facts.get(key)) or text[:500]
    for call, lane_method in METHODS:
        said = call.sub(lane_method, said)
    message = "%s %s answered %d: %s" % (method, url, response.code, said)
    return WaitedInVain(message + _nearest(facts), facts) if response.code == 408 else SandboxError(message)


def _nearest(facts: Json) -> str:
    """What came nearest, in short."""
    near = ", ".join(_short(fact) for fact in facts.get("nearest", []))
    return " nearest: " + near if near else ""


def _short(fact: Json) -> str:
    if "requestId" in fact:
        return "request %s %s %s" % (fact["requestId"], fact["operation"], fact["responseCode"])
    if "attempts" in fact:
        return "notification %s %s" % (fact["id"], fact["state"])
    return "order %s %s" % (fact["id"], fact["status"])


def _sentence(text: object) -> str:
    """A sentence of its own: a capital at its beginning, a stop at its end."""
    said = str(text).strip()
    if said.split(" ", 1)[0].isalpha():  # The name of a member stays as it is.
        said = said[:1].upper() + said[1:]
    return said + ("" if said[-1:] in ".!?" else ".")


def _command() -> List[str]:
    given = os.environ.get("PAYMENT_SANDBOX_COMMAND")
    if given:
        return shlex.split(given, posix=os.name != "nt")
    found = shutil.which("payment-sandbox")
    if found:
        return [found]
    npx = shutil.which("npx")
    if npx:
        return [npx, "--no-install", "payment-sandbox"]
    raise SandboxError("no payment-sandbox on the path. " + NOT_FOUND)


def _when_ready(process: subprocess.Popen[bytes], ready: str, log: str) -> Json:
    """The facts of the ready file, as soon as it is there."""
    until = time.monotonic() + START_SECONDS
    while not os.path.exists(ready):
        if process.poll() is not None or time.monotonic() > until:
            with open(log, errors="replace") as output:
                said = output.read()[-2000:]
            why = "ended" if process.poll() is not None else "was not ready in %d s" % START_SECONDS
            raise SandboxError("the sandbox %s. %s It said:\n%s" % (why, NOT_FOUND, said))
        time.sleep(0.02)
    with open(ready) as file:
        return _object(json.load(file))


def _end(process: subprocess.Popen[bytes], pid: Optional[int] = None) -> None:
    """Ends the sandbox itself, for npx may not pass the signal on, and waits for what was started."""
    if process.poll() is not None:
        return
    try:
        if pid is not None and os.name != "nt":
            os.kill(pid, 15)
        else:
            process.terminate()
        process.wait(5)
    except ProcessLookupError:
        process.wait()
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


try:
    import pytest  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    pass  # The classes above serve unittest and scripts just as well.
else:

    class _Failures:
        """Adds the refused calls of a test's lane to the report of its failure."""

        def __init__(self) -> None:
            self.lanes: Dict[Any, Lane] = {}
            self.failed: List[Lane] = []
            self.last_failed: Dict[Any, Lane] = {}

        @pytest.hookimpl(hookwrapper=True)  # type: ignore[untyped-decorator, unused-ignore]
        def pytest_runtest_makereport(self, item: Any, call: Any) -> Generator[None, Any, None]:
            outcome = yield
            report: Any = outcome.get_result()
            lane = self.lanes.get(item)
            if lane is not None and report.failed:
                self.failed.append(lane)
                told = _told(lane, call.excinfo and call.excinfo.value)
                report.sections.extend([("payment-sandbox", told)] if told else [])

    def _told(lane: Lane, failure: Optional[BaseException]) -> str:
        """What a failed test should say of its lane. The test's own failure counts, so this raises nothing."""
        kept = "Lane %s is kept as long as the sandbox or its data folder: payment-sandbox why%s --lane %s"
        is_refused = isinstance(failure, SandboxError) and not isinstance(failure, WaitedInVain)
        try:
            has_call = bool(lane.requests(limit=1))
            if is_refused and not has_call:
                return ""
            refusals = lane.refusals()
            is_kept = lane.stays_if_failed and has_call
            said = [refusals, kept % (lane.name, " --last-refused" if refusals else "", lane.name) if is_kept else ""]
        except SandboxError as error:
            said = ["the calls of lane %s cannot be read: %s" % (lane.name, error)]
        return "\n".join(filter(None, said))

    def _uncount(lane: Optional[Lane]) -> None:
        """The last attempt of a test decides (pytest-rerunfailures), so `exec` must not check a failed one before it."""
        try:
            if lane is not None:
                lane.load({"name": "nothing, because the test ran again", "expect": []})
        except SandboxError:
            pass

    @pytest.fixture(scope="session")  # type: ignore[untyped-decorator, unused-ignore]
    def payment_sandbox() -> Iterator[Sandbox]:
        """The sandbox of this test session, found or started."""
        with Sandbox.find_or_start() as sandbox:
            yield sandbox

    @pytest.fixture  # type: ignore[untyped-decorator, unused-ignore]
    def lane(request: Any, payment_sandbox: Sandbox) -> Iterator[Lane]:
        """A new lane for one test, dropped after it, unless in a sandbox that outlives it the test failed or its scenario is not met."""
        plugins = request.config.pluginmanager
        failures = plugins.get_plugin("payment_sandbox.failures")
        if failures is None:
            failures = _Failures()
            plugins.register(failures, "payment_sandbox.failures")
        lane = failures.lanes[request.node] = payment_sandbox.lane()
        _uncount(failures.last_failed.pop(request.node, None))
        yield lane
        del failures.lanes[request.node]
        has_failed = lane in failures.failed
        unmet = "" if has_failed else lane.unmet()
        if has_failed and lane.stays_if_failed:
            failures.last_failed[request.node] = lane
        if not (lane.stays_if_failed and (has_failed or unmet)):
            lane.drop()
        if unmet:
            warnings.warn(UNMET % (lane.name, unmet), SandboxWarning, stacklevel=1)
