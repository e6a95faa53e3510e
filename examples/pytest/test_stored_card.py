"""The life of a stored card: saved, charged, declined, refunded, voided, expired. A lane for each test; most load a scenario."""
from pathlib import Path

import pytest
from shop import Shop

SCENARIOS = Path(__file__).parent / "scenarios"
VISA = 351  # A card of user1, which each new lane has.


@pytest.fixture
def shop(lane):
    return Shop(lane.environment())


@pytest.fixture
def scenario(lane):
    """Loads a scenario into the test's lane. Its `expect` is checked after the test."""
    loaded = []

    def load(name):
        loaded.append(lane.load(SCENARIOS / f"{name}.scenario.yaml"))

    yield load
    if loaded:
        lane.verify()


def test_a_card_is_saved_charged_and_refunded(lane, shop):
    saved = lane.save_card(shop.page_to_store_a_card("ann"), card="master-credit")
    assert saved["status"] == "SAVED"
    [card] = shop.cards("ann")
    assert shop.charge("ann", card["tokenId"], "TEA-1", 20) is None
    assert shop.give_back("TEA-1", 5) is None
    assert shop.net("TEA-1") == 15
    assert "refunded before" in shop.give_back("TEA-1", 5)  # Once for each order.


def test_a_charge_is_voided_on_the_same_day(lane, shop):
    assert shop.charge("user1", VISA, "TEA-1", 20) is None
    assert shop.cancel("TEA-1") is None
    lane.verify({"order": {"merchantReference": "TEA-1", "status": "VOIDED", "netAmount": 0}})


def test_a_declined_charge_takes_a_new_reference(shop, scenario):
    scenario("sale-declined")
    assert "insufficient funds" in shop.charge("user1", VISA, "TEA-1", 20)
    assert shop.charge("user1", VISA, "TEA-1-again", 20) is None


def test_a_charge_whose_answer_is_lost_is_not_made_again(shop, scenario):
    scenario("sale-answer-lost")
    assert shop.charge("user1", VISA, "TEA-1", 20) is None


def test_a_refund_whose_answer_is_lost_is_not_made_again(shop, scenario):
    scenario("refund-answer-lost")
    assert shop.give_back("TEA-1", 5) is None


def test_what_is_settled_is_refunded(shop, scenario):
    scenario("void-too-late")
    assert shop.cancel("TEA-1") is None


def test_a_card_expires(lane, shop, scenario):
    scenario("card-expires")
    assert shop.charge("eve", 901, "TEA-1", 20) is None
    lane.advance("1h")
    assert "expired" in shop.charge("eve", 901, "TEA-2", 20)
