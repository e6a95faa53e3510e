#!/usr/bin/env bash
# dogpile.cache 1.1.8 (Debian 12), cache_on_arguments: the key leaves out a first parameter that is called self or cls, so that the clients of two merchants share their
# answers, and a subclass in the same module shares those of its parent. All other arguments are joined by a space: ("Shop 1", "2") and ("Shop", "1 2") are one key, and so are 51 and "51",
# None and "None". So a merchant sees another one's order.
# Safe: cache_on_arguments(namespace=..., function_key_generator=...) with a key of repr() and of the merchant's id.
# Needs Debian 12's python3-dogpile.cache.
set -euo pipefail
/usr/bin/python3 -c "import dogpile.cache" 2>/dev/null || { echo "needs Debian's package python3-dogpile.cache"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >orders.py <<'PY'
from dogpile.cache import make_region

region = make_region().configure("dogpile.cache.memory")


class Client:
    def __init__(self, merchant):
        self.merchant = merchant

    @region.cache_on_arguments()
    def order(self, reference):
        return f"{reference} of {self.merchant}"


class Renamed:
    def __init__(this, merchant):
        this.merchant = merchant

    @region.cache_on_arguments()
    def order_of(this, reference):
        return f"{reference} of {this.merchant}"


class Sandbox(Client):
    @region.cache_on_arguments()
    def order(self, reference):
        return f"{reference} of the sandbox of {self.merchant}"


@region.cache_on_arguments()
def find(merchant, reference):
    return (merchant, reference)


one, two = Client("merchant 1"), Client("merchant 2")
print("merchant 1:", one.order("A-1"), "| merchant 2:", two.order("A-1"))
print("a subclass:", Sandbox("merchant 1").order("A-1"))
one, two = Renamed("merchant 1"), Renamed("merchant 2")
print("with this for self:", one.order_of("A-1"), "|", two.order_of("A-1"))
print("Shop 1, 2:", find("Shop 1", "2"), "| Shop, 1 2:", find("Shop", "1 2"))
print("51:", find("Shop", 51), '| "51":', find("Shop", "51"))
PY
/usr/bin/python3 orders.py | tee seen
diff seen - <<'TEXT'
merchant 1: A-1 of merchant 1 | merchant 2: A-1 of merchant 1
a subclass: A-1 of merchant 1
with this for self: A-1 of merchant 1 | A-1 of merchant 2
Shop 1, 2: ('Shop 1', '2') | Shop, 1 2: ('Shop 1', '2')
51: ('Shop', 51) | "51": ('Shop', 51)
TEXT
