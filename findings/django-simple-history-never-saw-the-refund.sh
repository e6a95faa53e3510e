#!/usr/bin/env bash
# django-simple-history 3.1.1 on Django 3.2 (Debian 12), which shops use as the record of their orders. It writes a version when an order is saved. A refund by update(), as F("refunded") + 5000 needs it, a bulk_update and a bulk_create
# leave none: the order is refunded, and its history says that it is paid and that nothing was given back, so an audit of the money ends with the wrong sum. as_of() answers the same.
# Safe: bulk_update_with_history, or a row of its own for each refund.
# Needs Debian 12's python3-django-simple-history.
set -euo pipefail
/usr/bin/python3 -c "import simple_history" 2>/dev/null || { echo "needs Debian's package python3-django-simple-history"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >audit.py <<'PY'
import django
from django.conf import settings
from django.utils import timezone

settings.configure(
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "simple_history"],
    USE_TZ=True,
)
django.setup()

from django.core.management import call_command
from django.db import connection, models
from simple_history.models import HistoricalRecords


class Order(models.Model):
    reference = models.CharField(max_length=64)
    state = models.CharField(max_length=10, default="OPEN")
    refunded = models.IntegerField(default=0)
    history = HistoricalRecords()

    class Meta:
        app_label = "auth"


call_command("migrate", verbosity=0)
with connection.schema_editor() as editor:
    editor.create_model(Order)
    editor.create_model(Order.history.model)


def tell(name, order):
    order.refresh_from_db()
    versions = [f"{version.state} {version.refunded}" for version in order.history.order_by("history_id")]
    print(f"{name}: the order is {order.state}, refunded {order.refunded}; its history: {', '.join(versions) or 'none'}")


order = Order.objects.create(reference="A-1")
order.state = "PAID"
order.save()
tell("paid by save()", order)
Order.objects.filter(reference="A-1").update(refunded=models.F("refunded") + 5000)
tell("a refund by update()", order)
order.state = "REFUNDED"
Order.objects.bulk_update([order], ["state"])
tell("bulk_update()", order)
past = order.history.as_of(timezone.now())
print(f"as_of(now): {past.state}, refunded {past.refunded}")
Order.objects.bulk_create([Order(reference="A-2")])
tell("bulk_create()", Order.objects.get(reference="A-2"))
PY
/usr/bin/python3 audit.py | tee seen
diff seen - <<'TEXT'
paid by save(): the order is PAID, refunded 0; its history: OPEN 0, PAID 0
a refund by update(): the order is PAID, refunded 5000; its history: OPEN 0, PAID 0
bulk_update(): the order is REFUNDED, refunded 5000; its history: OPEN 0, PAID 0
as_of(now): PAID, refunded 0
bulk_create(): the order is OPEN, refunded 0; its history: none
TEXT
