#!/usr/bin/env bash
# SQLModel 0.0.8 (Debian 12): the model of a table doesn't validate. A value that it can't read is left out, without an error, and the column's default is stored: an order whose
# paid amount is "1,234.50" is stored with 0, "2 pieces" is a quantity of 1, and an unknown status is OPEN. 19.999 is kept as 19.9990000000. The same class without table=True refuses them.
# Safe: read what comes by a class without table=True, and make the row from that.
# Needs Debian 12's python3-sqlmodel.
set -euo pipefail
/usr/bin/python3 -c "import sqlmodel" 2>/dev/null || { echo "needs Debian's package python3-sqlmodel"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >orders.py <<'PY'
import warnings
from decimal import Decimal
from enum import Enum
from typing import Optional

warnings.filterwarnings("ignore")
from sqlmodel import Field, Session, SQLModel, create_engine


class Status(str, Enum):
    OPEN = "OPEN"
    PAID = "PAID"


class Order(SQLModel):
    paid: Decimal = Decimal(0)
    quantity: int = 1
    status: Status = Status.OPEN


class Row(Order, table=True):
    id: Optional[int] = Field(default=None, primary_key=True)


engine = create_engine("sqlite://")
SQLModel.metadata.create_all(engine)
for came in [{"paid": "19.99"}, {"paid": "1,234.50"}, {"paid": "HK$50.00"}, {"paid": 19.999}, {"quantity": "2 pieces"}, {"quantity": 2.5}, {"status": "paid"}]:
    with Session(engine) as session:
        row = Row(**came)
        session.add(row)
        session.commit()
        session.refresh(row)
        kept = getattr(row, list(came)[0])
    try:
        Order(**came)
        other = "taken"
    except ValueError:
        other = "refused"
    print(f"{came}: stored as {kept.value if isinstance(kept, Status) else kept}, without table=True {other}")
PY
/usr/bin/python3 orders.py | tee seen
diff seen - <<'TEXT'
{'paid': '19.99'}: stored as 19.9900000000, without table=True taken
{'paid': '1,234.50'}: stored as 0E-10, without table=True refused
{'paid': 'HK$50.00'}: stored as 0E-10, without table=True refused
{'paid': 19.999}: stored as 19.9990000000, without table=True taken
{'quantity': '2 pieces'}: stored as 1, without table=True refused
{'quantity': 2.5}: stored as 2, without table=True taken
{'status': 'paid'}: stored as OPEN, without table=True refused
TEXT
