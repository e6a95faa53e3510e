import json, os, socket, subprocess, sys, time
from urllib.request import urlopen

import pytest

from shop import app, database, take_once


@pytest.fixture
def settings(lane, tmp_path):
    return {**lane.environment(), "SHOP_DATABASE": str(tmp_path / "shop.sqlite")}


@pytest.fixture
def client(settings, monkeypatch):
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    return app.test_client()


def test_the_handler_takes_the_notification_once(lane, client):
    """With a test client nothing listens: give the handler the body that was sent."""
    client.post("/checkout", data={"cart": "tea"})
    order = lane.pay(lane.orders()[0]["id"])
    sent = lane.wait_for("notification")[0]["attempts"][0]["request"]
    assert client.post("/notify", data=sent, content_type="application/json").data == b"OK"
    assert client.post("/notify", data=sent, content_type="application/json").data == b"OK"
    assert client.get("/order", query_string={"reference": order["merchantReference"]}).data == b"SUCCESS"
    forged = json.dumps({**json.loads(sent), "amount": "1.00"})
    assert client.post("/notify", data=forged, content_type="application/json").status_code == 400


def test_a_copy_is_taken_only_after_a_failure(client):
    notification = {"orderId": "1", "status": "SUCCESS"}
    with app.app_context():
        with pytest.raises(ZeroDivisionError):
            take_once(database(), notification, lambda db: 1 / 0)
        assert [take_once(database(), notification, print) for _ in range(2)] == [True, False]


@pytest.mark.parametrize("refund, status, parcels", [(0, "SETTLED", 1), (5, "REFUNDED", 1), (20, "REFUNDED", 0)])
def test_a_lost_notification_is_made_good_by_a_query(lane, client, refund, status, parcels):
    """The query may come late: what is left of a paid order is shipped all the same."""
    client.post("/checkout", data={"cart": "tea"})
    order = lane.pay(lane.orders()[0]["id"])
    if refund:
        lane.call("hosted-checkout/refund", orderId=order["id"], amount=refund)
    lane.settle()
    assert client.get("/order", query_string={"reference": order["merchantReference"]}).data == status.encode()
    with app.app_context():
        assert len(list(database().execute("SELECT * FROM parcels"))) == parcels


def test_an_unknown_status_is_no_answer(lane, client):
    client.post("/checkout", data={"cart": "tea"})
    (order,) = lane.orders()
    lane.force({"evolve": "unknown-status"}, operation="hosted-checkout/query")
    page = client.get("/order", query_string={"reference": order["merchantReference"]})
    assert page.status_code == 503


@pytest.fixture
def server(settings):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "flask", "--app", "shop", "run", "-p", str(port)]
    process = subprocess.Popen(command, env={**os.environ, **settings})
    try:
        for _ in range(100):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def test_the_notification_arrives_over_http(lane, server):
    urlopen(f"{server}/checkout", b"cart=tea")
    order = lane.pay(lane.orders()[0]["id"])
    lane.wait_for("notification", acknowledged=True)
    assert urlopen(f"{server}/order?reference={order['merchantReference']}").read() == b"SUCCESS"
