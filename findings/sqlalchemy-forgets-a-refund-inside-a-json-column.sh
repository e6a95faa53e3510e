#!/usr/bin/env bash
# SQLAlchemy 1.4.46 (Debian 12), an order with a JSON column for what the payment service said. A refund that is added inside of it isn't written by commit(), as SQLAlchemy compares the value with itself: the money is given back, and the
# order's row says that it wasn't. MutableDict sees only its own level: a list of refunds in it is forgotten, too. To change the value first and then to set a copy of it doesn't help, as both are equal by then.
# Safe: flag_modified(order, "data"), or a new value that is made before anything is changed.
# Needs Debian 12's python3-sqlalchemy.
set -euo pipefail
/usr/bin/python3 -c "import sqlalchemy" 2>/dev/null || { echo "needs Debian's package python3-sqlalchemy"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >refund.py <<'PY'
import copy

from sqlalchemy import JSON, Column, Integer, create_engine
from sqlalchemy.ext.mutable import MutableDict
from sqlalchemy.orm import Session, declarative_base
from sqlalchemy.orm.attributes import flag_modified

Base = declarative_base()


class Order(Base):
    __tablename__ = "orders"
    id = Column(Integer, primary_key=True)
    plain = Column(JSON)
    mutable = Column(MutableDict.as_mutable(JSON))


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)


def state(value):
    value["state"] = "REFUNDED"


def refund(value):
    value["refunds"].append(5000)


def tell(name, change):
    with Session(engine) as session:
        session.query(Order).delete()
        session.add(Order(id=1, plain={"refunds": []}, mutable={"refunds": []}))
        session.commit()
        change(session.get(Order, 1))
        session.commit()
        order = session.get(Order, 1)
        print(f"{name}: JSON {order.plain}, MutableDict {order.mutable}")


def in_both(change):
    def both(order):
        change(order.plain)
        change(order.mutable)

    return both


def then_copy(order):
    in_both(refund)(order)
    order.plain, order.mutable = dict(order.plain), dict(order.mutable)


def copy_first(order):
    plain, mutable = copy.deepcopy(order.plain), copy.deepcopy(dict(order.mutable))
    refund(plain)
    refund(mutable)
    order.plain, order.mutable = plain, mutable


def flagged(order):
    in_both(refund)(order)
    flag_modified(order, "plain")
    flag_modified(order, "mutable")


tell("the state is set", in_both(state))
tell("a refund is added to its list", in_both(refund))
tell("the same, and a copy is set", then_copy)
tell("a copy is changed and set", copy_first)
tell("flag_modified", flagged)
PY
/usr/bin/python3 refund.py | tee seen
diff seen - <<'TEXT'
the state is set: JSON {'refunds': []}, MutableDict {'refunds': [], 'state': 'REFUNDED'}
a refund is added to its list: JSON {'refunds': []}, MutableDict {'refunds': []}
the same, and a copy is set: JSON {'refunds': []}, MutableDict {'refunds': []}
a copy is changed and set: JSON {'refunds': [5000]}, MutableDict {'refunds': [5000]}
flag_modified: JSON {'refunds': [5000]}, MutableDict {'refunds': [5000]}
TEXT
