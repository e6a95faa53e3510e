"""The kit against a real sandbox; each test is also an example of a part of it."""
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

import pytest

import payment_sandbox as kit
from payment_sandbox import Sandbox, SandboxError, SandboxWarning, WaitedInVain


LINE = "from payment_sandbox import lane, payment_sandbox"


def create(lane, reference, notify="http://127.0.0.1:9/nobody", amount=20):
    item = {"quantity": 1, "priceData": {"name": "Tea", "unitAmount": amount}}
    return lane.call(
        "hosted-checkout/create",
        merchantReference=reference,
        amount=amount,
        callbackUrl={"notify": notify},
        lineItems=[item],
    )


def test_an_order_is_created_paid_and_queried(lane):
    order = create(lane, "A-1")["order"]
    assert lane.pay(order["id"])["status"] == "SUCCESS"
    assert lane.call("hosted-checkout/query", merchantReference="A-1")["order"]["status"] == "SUCCESS"
    lane.verify({"order": {"merchantReference": "A-1", "status": "SUCCESS"}})


def test_a_forced_refusal_comes_once(lane):
    order = create(lane, "A-1")["order"]
    lane.pay(order["id"])
    lane.force("insufficient-unsettled-balance", times=1, operation="*/refund")
    assert lane.call("hosted-checkout/refund", merchantReference="A-1", amount=20)["responseCode"] != "0000"
    assert lane.call("hosted-checkout/refund", merchantReference="A-1", amount=20)["responseCode"] == "0000"


def test_parameters_and_choices_may_be_dicts(lane):
    create(lane, "A-1")
    assert lane.call("hosted-checkout/query", {"merchantReference": "A-1"})["order"]["status"] == "OPEN"
    lane.assume({"void-open-order": "void"})
    assert lane.call("hosted-checkout/void", {"merchantReference": "A-1"})["order"]["status"] == "VOIDED"


def test_a_scenario_file_is_loaded_by_its_path(lane, tmp_path):
    file = tmp_path / "closed.scenario.yaml"
    file.write_text("name: closed for today\nrules:\n  - then: { outcome: maintenance }\n")
    for path in (file, str(file)):
        assert lane.load(path)["name"] == "closed for today"
    assert lane.call("hosted-checkout/query", merchantReference="A-1")["message"] == "service under maintenance"
    assert lane.load("maintenance-window")["name"] == "maintenance-window"


def test_a_fault_of_a_scenario_file_names_the_file(lane, tmp_path):
    file = tmp_path / "bad.scenario.yaml"
    file.write_text("name: bad\nrules: 5\n")
    with pytest.raises(SandboxError, match=r" answered 400: %s:2:8: rules is 5" % re.escape(str(file))):
        lane.load(file)


def test_a_missing_scenario_file_is_named(lane):
    said = r"the scenario ./none\.scenario\.yaml cannot be read: No such file or directory \(looked in %s\)"
    with pytest.raises(SandboxError, match=said % re.escape(os.getcwd())):
        lane.load("./none.scenario.yaml")


def test_the_line_for_conftest_is_the_documented_one():
    assert "`%s`" % LINE in kit.__doc__
    with open(os.path.join(os.path.dirname(__file__), "..", "README.md")) as page:
        assert LINE in page.read()


def test_a_test_may_drop_its_own_lane_as_often_as_it_likes(lane):
    lane.drop()
    create(lane, "A-1")
    lane.drop()
    lane.drop()


def test_lanes_do_not_see_each_other(lane, payment_sandbox):
    create(lane, "A-1")
    assert payment_sandbox.lane().orders() == []
    assert [order["merchantReference"] for order in lane.orders()] == ["A-1"]


def test_a_notification_is_genuine_and_a_changed_one_is_not(lane):
    heard = []

    class Notify(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            heard.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"OK")

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Notify) as shop:
        threading.Thread(target=shop.serve_forever, daemon=True).start()
        order = create(lane, "A-1", notify="http://127.0.0.1:%d/" % shop.server_port)["order"]
        lane.pay(order["id"])
        lane.wait_for("notification", merchantReference="A-1", acknowledged=True)
        shop.shutdown()
    assert lane.is_genuine(heard[0])
    assert lane.is_genuine(json.dumps(heard[0])) and lane.is_genuine(json.dumps(heard[0]).encode())
    assert not lane.is_genuine(dict(heard[0], amount="1.00"))
    assert not lane.is_genuine(dict(heard[0], signature="no signature"))


def test_a_notification_that_nobody_heard_is_signed(lane):
    lane.pay(create(lane, "A-1")["order"]["id"])
    notification = lane.wait_for("notification")[0]
    assert lane.is_genuine(notification["attempts"][0]["request"])
    for unsigned in (notification, notification["fields"]):
        with pytest.raises(TypeError, match=r'with its signature .* such as attempts\[0\]\["request"\]'):
            lane.is_genuine(unsigned)


def test_an_order_that_was_not_made_cannot_be_paid(lane):
    for nothing in ("", None):
        with pytest.raises(SandboxError, match="^expected an id, a merchantReference .* was the call refused"):
            lane.pay(nothing)


def test_a_snapshot_is_restored(lane):
    lane.snapshot(lane.name)
    create(lane, "A-1")
    lane.restore(lane.name)
    assert lane.orders() == []


def test_settling_tells_what_was_paid_out(lane):
    create(lane, "A-1")
    lane.pay("A-1")
    assert lane.settle() == {"settled": 1, "paidOut": {"HKD": 20, "USD": 0}}


@pytest.mark.parametrize("body", ['{"a": "b"}', b'{"a": "b"}', "no JSON", b"\xff", "[]", "null", ""])
def test_a_body_of_nobody_is_not_genuine(lane, body):
    assert lane.is_genuine(body) is False


@pytest.mark.parametrize("other", [None, 1, ["a"]])
def test_what_is_no_notification_is_named(lane, other):
    with pytest.raises(TypeError, match=r"^is_genuine takes a notification, as a dict .*, not "):
        lane.is_genuine(other)


def test_a_text_of_parameters_is_told_what_is_expected(lane):
    for send in (lane.sign, lambda params: lane.call("hosted-checkout/query", params)):
        with pytest.raises(TypeError, match="^the parameters of a call are a dict, not '{}'"):
            send("{}")


def test_the_clock_takes_timedelta_and_datetime(lane):
    at = datetime(2026, 1, 5, 10, tzinfo=timezone(timedelta(hours=8)))
    assert datetime.fromisoformat(lane.freeze(at)["now"]) == at
    assert datetime.fromisoformat(lane.advance(timedelta(minutes=20, microseconds=1000))["now"]) == at + timedelta(
        minutes=20, milliseconds=1
    )
    assert datetime.fromisoformat(lane.set_clock(at)["now"]).replace(microsecond=0) == at


def test_an_amount_may_be_a_decimal(lane):
    order = create(lane, "A-1", amount=Decimal("5.10"))["order"]
    assert json.loads(lane.sign({"amount": Decimal("5.10")})["request"])["amount"] == 5.1
    assert '"amount":5.1,' in lane.sign({"amount": Decimal("5.10"), "a": 1})["request"]
    lane.pay(order["id"])
    lane.wait_for("order", netAmount=Decimal("5.10"))
    lane.verify({"order": {"merchantReference": "A-1", "netAmount": Decimal("5.10")}})


@pytest.mark.parametrize(
    "value, said",
    [
        (datetime(2026, 1, 5), "has no time zone: give it one, such as tzinfo=timezone.utc"),
        (date(2026, 1, 5), "cannot be sent: no type of JSON: give a datetime"),
        (Decimal("5.1000000000000000001"), "it has more digits than a number"),
        (Decimal("NaN"), r"Decimal\('NaN'\) cannot be sent: it is no number"),
        (Decimal("-Infinity"), "it is no number"),
        (float("nan"), "the values cannot be sent: Out of range float"),
        ({1}, "cannot be sent: no type of JSON$"),
    ],
)
def test_a_value_that_cannot_be_sent_is_named(lane, value, said):
    with pytest.raises(TypeError, match=said):
        lane.call("hosted-checkout/query", merchantReference="A-1", amount=value)


def test_a_negative_advance_is_told_how_the_clock_goes_back(lane):
    for by in ("-5m", timedelta(minutes=-5)):
        with pytest.raises(SandboxError, match="is negative; the clock goes back with set"):
            lane.advance(by)


def test_a_path_of_the_control_api_needs_no_slash(lane):
    assert lane.control("GET", "orders") == lane.control("GET", "/orders")


def test_the_clock_moves(lane):
    lane.freeze("2026-01-05T10:00:00+08:00")
    order = create(lane, "A-1")["order"]
    lane.advance("2d")
    assert lane.order(order["id"])["order"]["status"] == "CLOSED"
    with pytest.raises(SandboxError, match=r"could not expire.* is CLOSED.* lane\.order\(%s\) shows its state" % order["id"]):
        lane.simulate(order["id"], "expire")


def test_a_wrong_call_says_what_is_wrong(lane):
    with pytest.raises(SandboxError, match="then.outcome"):
        lane.force("insufficient-unsettled-balanc", operation="*/refund")
    with pytest.raises(WaitedInVain) as waited:
        lane.wait_for("order", timeout_ms=1, merchantReference="NONE")
    assert waited.value.facts["nearest"] == []
    with pytest.raises(AssertionError, match="NONE"):
        lane.verify({"order": {"merchantReference": "NONE", "status": "SUCCESS"}})


def test_verify_without_arguments_checks_what_the_scenario_expects(lane):
    lane.load({"name": "paid", "expect": [{"order": {"merchantReference": "A-1", "status": "SUCCESS"}}]})
    order = create(lane, "A-1")["order"]
    with pytest.raises(AssertionError, match="^expected order A-1 with status SUCCESS, found status OPEN"):
        lane.verify()
    lane.pay(order["id"])
    lane.verify()


def test_verify_with_nothing_to_check_fails(lane):
    lane.load({"name": "no expectation", "rules": []})
    with pytest.raises(AssertionError, match=r"verify\(\) checked nothing: "):
        lane.verify()


def test_a_vain_wait_names_what_came_nearest(lane):
    order = create(lane, "A-1", notify="app://shop")["order"]
    with pytest.raises(WaitedInVain, match=r" nearest: order %s OPEN$" % order["id"]) as waited:
        lane.wait_for("order", timeout_ms=1, merchantReference="A-1", status="SUCCESS")
    assert waited.value.facts["nearest"][0]["merchantReference"] == "A-1"
    with pytest.raises(WaitedInVain, match=r" nearest: request req-\S+ hosted-checkout/create 0000$"):
        lane.wait_for("request", timeout_ms=1, operation="hosted-checkout/create", merchantReference="A-2")
    lane.pay(order["id"])
    with pytest.raises(WaitedInVain, match=r" nearest: notification \d+ refused$"):
        lane.wait_for("notification", timeout_ms=1, merchantReference="A-1", acknowledged=True)


def test_a_vain_wait_names_methods_of_the_lane(lane):
    lane.force({"notify": {"delay": timedelta(minutes=10)}})
    order_id = create(lane, "A-1")["order"]["id"]
    with pytest.raises(WaitedInVain, match=r"is OPEN until .*: pay it with lane.pay\(%s\)\." % order_id):
        lane.wait_for("order", timeout_ms=1, merchantReference="A-1", status="SUCCESS")
    lane.pay(order_id)
    with pytest.raises(WaitedInVain, match=r'is due at .*: advance the clock with lane.advance\("10m"\)\.') as late:
        lane.wait_for("notification", timeout_ms=1, merchantReference="A-1")
    assert "PUT /_sandbox/clock" in late.value.facts["fix"]
    assert lane.hold(1)["state"] == "held"
    with pytest.raises(WaitedInVain, match=r"lane\.release\(1\)"):
        lane.wait_for("notification", timeout_ms=1, merchantReference="A-1")
    assert lane.release(1)["state"] != "held"


@pytest.mark.parametrize("name", ["timeout", "timeoutMs"])
def test_a_wait_with_another_timeout_names_timeout_ms(lane, name):
    with pytest.raises(TypeError, match="wait_for has no %s: give timeout_ms" % name):
        lane.wait_for("order", **{name: 1})


@pytest.mark.parametrize("kept, tests", [(".", "tests"), ("shop/tests", "shop/tests")])
def test_the_line_for_conftest_works_where_pytest_runs_at_the_root(payment_sandbox, tmp_path, kept, tests):
    for folder in (kept, tests):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    shutil.copy(kit.__file__, str(tmp_path / kept))
    (tmp_path / kept / "conftest.py").write_text(LINE + "\n")
    uses = "from payment_sandbox import WaitedInVain\n\n\ndef test_it(lane):\n    assert lane.orders() == []\n"
    (tmp_path / tests / "test_it.py").write_text(uses)
    pytest_here = [sys.executable, "-m", "pytest", "-q"]
    settings = {**os.environ, "PAYMENT_SANDBOX_URL": payment_sandbox.url}
    settings.pop("PYTHONPATH", None)
    done = subprocess.run(pytest_here, cwd=str(tmp_path), env=settings, stdout=subprocess.PIPE)
    assert (done.returncode, b"1 passed" in done.stdout) == (0, True), done.stdout.decode()


def test_a_failed_test_tells_why_and_leaves_its_lane(payment_sandbox, tmp_path):
    shutil.copy(kit.__file__, str(tmp_path))
    (tmp_path / "conftest.py").write_text(LINE + "\n")
    query = '    lane.call("hosted-checkout/query", merchantReference="NONE")\n'
    (tmp_path / "test_it.py").write_text(
        "def test_fails(lane):\n" + query + "    assert False\n\n\ndef test_passes(lane):\n" + query
        + "\n\ndef test_calls_nothing(lane):\n    assert False\n"
        + "\n\ndef test_is_refused(lane):\n    lane.force('maintenance', operation='*/refnd')\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly"],
        cwd=str(tmp_path),
        env={**os.environ, "PAYMENT_SANDBOX_URL": payment_sandbox.url, "PAYMENT_SANDBOX_PRIVATE_KEY_FILE": ""},
        stdout=subprocess.PIPE,
    )
    said = done.stdout.decode()
    assert said.count("SandboxWarning: " + kit.NO_KEYS) == 1, said
    assert "req-1 hosted-checkout/query NONE 2001 order not found\n  -> Check merchantId" in said, said
    [name] = re.findall(r"payment-sandbox why --last-refused --lane (\S+)", said)
    assert said.count("- payment-sandbox -") == 2, said
    assert re.findall(r"Lane (\S+) has no call", said) == [name[:-1] + "3"]
    lanes = [lane["name"] for lane in payment_sandbox.lane().control("GET", "/lanes")["lanes"]]
    assert name in lanes and name[:-1] + "2" not in lanes
    kit.Lane(name, "%s/lane/%s" % (payment_sandbox.url, name)).drop()


@pytest.mark.parametrize("outlives", [True, False])
def test_a_passed_test_whose_scenario_is_not_met_says_so(payment_sandbox, tmp_path, outlives):
    shutil.copy(kit.__file__, str(tmp_path))
    (tmp_path / "conftest.py").write_text(LINE + "\n")
    load = "    lane.load({'name': 'story', 'expect': [{'order': {'merchantReference': 'A-1'}}]})\n"
    (tmp_path / "test_it.py").write_text(
        "def test_it(lane):\n" + load + "    print('LANE', lane.name)\n\n\ndef test_met(lane):\n    lane.load({'name': 'none', 'rules': []})\n"
    )
    url = {"PAYMENT_SANDBOX_URL": payment_sandbox.url} if outlives else {}
    env = {name: value for name, value in os.environ.items() if name != "PAYMENT_SANDBOX_URL"}
    command = [sys.executable, "-m", "pytest", "-s", "-p", "no:randomly"]
    done = subprocess.run(command, cwd=str(tmp_path), env={**env, **url}, stdout=subprocess.PIPE)
    said = done.stdout.decode()
    [name] = re.findall(r"LANE (\S+)", said)
    assert "2 passed" in said, said
    assert re.findall("scenario of its lane (\\S+) is not met .*: expected order A-1", said) == [name], said
    lanes = [lane["name"] for lane in payment_sandbox.lane().control("GET", "/lanes")["lanes"]]
    assert (name in lanes) == outlives
    kit.Lane(name, "%s/lane/%s" % (payment_sandbox.url, name)).drop()


def test_what_a_failed_attempt_expected_does_not_count_once_the_test_runs_again(payment_sandbox, tmp_path):
    shutil.copy(kit.__file__, str(tmp_path))
    again = (
        "from _pytest.runner import runtestprotocol\n\n\ndef pytest_runtest_protocol(item, nextitem):\n"
        "    runtestprotocol(item, nextitem=nextitem, log=False)\n    item._initrequest()\n"
        "    runtestprotocol(item, nextitem=nextitem)\n    return True\n"
    )
    (tmp_path / "conftest.py").write_text(LINE + "\n" + again)
    (tmp_path / "test_it.py").write_text(
        "lanes = []\n\n\ndef test_it(lane):\n    lanes.append(lane)\n"
        "    lane.load({'name': 'unmet', 'expect': [{'order': {'merchantReference': 'A-1'}}]})\n"
        "    if len(lanes) == 2:\n        print('FIRST', lanes[0].name, 'LAST', lane.name)\n    assert False\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-s"],
        cwd=str(tmp_path),
        env={**os.environ, "PAYMENT_SANDBOX_URL": payment_sandbox.url},
        stdout=subprocess.PIPE,
    )
    said = done.stdout.decode()
    [names] = re.findall(r"FIRST (\S+) LAST (\S+)", said)
    first, last = (kit.Lane(name, "%s/lane/%s" % (payment_sandbox.url, name)) for name in names)
    with pytest.raises(AssertionError, match="checked nothing"):
        first.verify()
    with pytest.raises(AssertionError, match="found no such order"):
        last.verify()
    for lane in (first, last):
        lane.drop()


def test_refusals_are_the_first_and_the_last(lane):
    assert lane.refusals() == "Lane %s has no call: does the code under test call %s?" % (lane.name, lane.url)
    create(lane, "A-1")
    assert lane.refusals() == ""
    lane.next({"fault": "connection-reset", "placed": "after-commit"})
    with pytest.raises(SandboxError):
        create(lane, "A-2")
    for number in range(5):
        lane.call("hosted-checkout/query", merchantReference="NONE-%d" % number)
    head, *said = lane.refusals().splitlines()
    assert head.endswith("cut: 6 of 7; the first, and the last 3.")
    assert said[0] == "req-2 hosted-checkout/create A-2 0000 Success (the client did not get it)"
    assert [line.split()[0] for line in said[::2]] == ["req-2", "req-5", "req-6", "req-7"]


def test_a_command_that_names_nothing_is_told(monkeypatch):
    monkeypatch.setenv("PAYMENT_SANDBOX_COMMAND", "/nowhere/payment-sandbox")
    with pytest.raises(SandboxError, match="can't be run: .*Does PAYMENT_SANDBOX_COMMAND name it right"):
        Sandbox.start()


def test_a_sandbox_of_our_own_is_started_told_and_stopped(monkeypatch, capsys):
    monkeypatch.delenv("PAYMENT_SANDBOX_URL", raising=False)
    with Sandbox.find_or_start() as sandbox:
        said = "payment-sandbox: started a sandbox at %s for this process: PAYMENT_SANDBOX_URL names none.\n"
        assert capsys.readouterr().err == said % sandbox.url
        assert sandbox.lane("mine").orders() == []
    with pytest.raises(SandboxError, match="no sandbox answers"):
        sandbox.lane()
    monkeypatch.setenv("PAYMENT_SANDBOX_URL", "http://127.0.0.1:9")
    with pytest.raises(SandboxError, match="PAYMENT_SANDBOX_URL names it: start it, correct the variable, or unset it"):
        sandbox.lane()


def test_an_address_without_http_is_told_what_is_expected(monkeypatch):
    monkeypatch.setenv("PAYMENT_SANDBOX_URL", "localhost:5150")
    said = 'PAYMENT_SANDBOX_URL: expected an address such as http://localhost:4655, found "localhost:5150"'
    with pytest.raises(SandboxError, match=said):
        Sandbox.find_or_start()


def test_a_missing_sandbox_is_told_without_the_frames_of_urllib(tmp_path):
    shutil.copy(kit.__file__, str(tmp_path))
    (tmp_path / "conftest.py").write_text(LINE + "\n")
    (tmp_path / "test_it.py").write_text("def test_it(lane):\n    pass\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q"],
        cwd=str(tmp_path),
        env={**os.environ, "PAYMENT_SANDBOX_URL": "http://127.0.0.1:9"},
        stdout=subprocess.PIPE,
    )
    said = done.stdout.decode()
    assert "no sandbox answers at http://127.0.0.1:9" in said
    assert "urllib" not in said and len(said.splitlines()) < 30, said


@pytest.mark.parametrize("fault", ["connection-reset", "empty-response", "truncated-body", "empty-body", "html-body", "garbage-body"])
def test_a_lost_answer_is_not_taken_for_a_missing_sandbox(lane, fault):
    lane.next({"fault": fault, "placed": "after-commit"})
    with pytest.raises(SandboxError, match="the answer was lost"):
        lane.call("hosted-checkout/query", merchantReference="A-1")


@pytest.mark.parametrize("fault, said", [("empty-body", "HTTP 200 with no body"), ("html-body", 'HTTP 200 with the body "<')])
def test_an_answer_that_is_no_json_object_is_shown(lane, fault, said):
    lane.next({"fault": fault, "placed": "after-commit"})
    with pytest.raises(SandboxError, match=said):
        lane.call("hosted-checkout/query", merchantReference="A-1")


def test_a_command_that_is_no_sandbox_is_told(monkeypatch):
    monkeypatch.setenv("PAYMENT_SANDBOX_COMMAND", "echo this-is-no-sandbox")
    with pytest.raises(SandboxError, match=r"^the sandbox ended\. If it is not installed here: export PATH=\S+ It said:\nthis-is-no-sandbox"):
        Sandbox.start()


def test_a_warning_names_the_line_of_the_call(lane):
    with pytest.warns(SandboxWarning, match="query: unknown parameter orderid. Did you mean orderId") as told:
        lane.call("hosted-checkout/query", merchantReference="A-1", orderid=1)
    assert told[0].filename == __file__


def test_a_page_is_paid_and_one_that_stores_a_card_is_saved(lane):
    assert lane.pay(create(lane, "A-1")["checkoutUrl"])["status"] == "SUCCESS"
    create(lane, "A 2/b")
    assert lane.pay("A 2/b")["status"] == "SUCCESS" == lane.order("A 2/b")["order"]["status"]
    page = lane.call("tokenization/add-token", userId="anna")["checkoutUrl"]
    with pytest.raises(SandboxError, match=r"lane\.save_card\(page\) saves it"):
        lane.pay(page)
    with pytest.raises(SandboxError, match="that of card entry"):
        lane.save_card(page + "x")
    assert lane.save_card(page, action="decline")["status"] == "OPEN"
    assert lane.save_card(page, card="visa-credit")["status"] == "SAVED"
    assert len(lane.call("tokenization/query-token", userId="anna")["list"]) == 1


def test_a_card_that_is_declined_is_not_saved(lane):
    lane.force("insufficient-funds", times=1, operation="*/add-token")
    page = lane.call("tokenization/add-token", userId="anna")["checkoutUrl"]
    with pytest.raises(SandboxError, match=r"save_card: the card is declined \(insufficient-funds\)"):
        lane.save_card(page)


def test_a_choice_a_card_and_a_resend(lane):
    lane.assume(duplicate_reference="free-after-closed")
    assert lane.add_card("visa", expiryDate="202612")["expiryDate"] == "202612"
    token = lane.add_card("master-credit", user="anna")
    sale = lane.call(
        "tokenization/sale",
        userId="anna",
        tokenId=token["tokenId"],
        merchantReference="A-1",
        amount=5,
        callbackUrl={"notify": "http://127.0.0.1:9/nobody"},
        lineItems=[{"quantity": 1, "priceData": {"name": "Tea", "unitAmount": 5}}],
    )
    assert sale["responseCode"] == "0000"
    [notification] = lane.notifications()
    assert len(lane.resend(notification["id"])["attempts"]) >= 1


def test_a_sandbox_of_its_own_says_where_the_key_is(payment_sandbox):
    if payment_sandbox.private_key_file is None:
        pytest.skip("a sandbox that was found doesn't say")
    with open(payment_sandbox.private_key_file) as file:
        assert "PRIVATE KEY" in file.read()


def test_the_environment_is_that_of_exec(lane, payment_sandbox):
    settings = lane.environment()
    assert (settings["PAYMENT_SANDBOX_URL"], settings["PAYMENT_SANDBOX_MERCHANT_ID"]) == (lane.url, "3")
    if payment_sandbox.private_key_file is None:
        pytest.skip("a sandbox that was found doesn't say where the keys are")
    assert settings["PAYMENT_SANDBOX_PRIVATE_KEY_FILE"] == payment_sandbox.private_key_file
    with open(settings["PAYMENT_SANDBOX_PUBLIC_KEY_FILE"]) as file:
        assert file.read().strip() == lane.control("GET", "/keys")["notificationPublicKey"].strip()


def test_a_refusal_is_told_in_two_sentences(lane):
    with pytest.raises(SandboxError, match=r"answered 400: then.outcome: .*\. Correct then.outcome\.$"):
        lane.force("no-such-outcome")
