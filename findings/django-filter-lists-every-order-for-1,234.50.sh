#!/usr/bin/env bash
# django-filter 23.1 (Debian 12), as its documentation shows it in a view: f.qs. A condition that it can't read is left out, without an exception, so that a list of the orders "amount at most 1,234.50", or of the
# customer "7.0.0", is the list of all orders; so is one by a misspelt name. A page that refunds or cancels what is listed does so for all.
# Safe: look at f.is_valid() before f.qs; the backend for Django REST framework refuses what it can't read, but not a misspelt name.
# Needs Debian 12's python3-django-filters.
set -euo pipefail
/usr/bin/python3 -c "import django_filters" 2>/dev/null || { echo "needs Debian's package python3-django-filters"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >orders.py <<'PY'
import django
from django.conf import settings

settings.configure(
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
)
django.setup()
import django_filters
from django.db import connection, models


class Order(models.Model):
    reference = models.CharField(max_length=20)
    amount = models.DecimalField(max_digits=9, decimal_places=2)
    customer = models.IntegerField()

    class Meta:
        app_label = "shop"


with connection.schema_editor() as editor:
    editor.create_model(Order)
for number, amount in [(7, "19.99"), (8, "50.00"), (9, "1999.00")]:
    Order.objects.create(reference=f"A-{number}", amount=amount, customer=number)


class Filter(django_filters.FilterSet):
    amount_max = django_filters.NumberFilter(field_name="amount", lookup_expr="lte")

    class Meta:
        model = Order
        fields = ["customer", "reference"]


for query in [{"amount_max": "50.00"}, {"amount_max": "1,234.50"}, {"customer": "7"}, {"customer": "7.0.0"}, {"reference": ""}, {"referense": "A-7"}]:
    found = Filter(query, Order.objects.order_by("id"))
    print(f"{query}: {', '.join(order.reference for order in found.qs)}; valid: {found.is_valid()}")
PY
/usr/bin/python3 orders.py 2>/dev/null | tee seen
diff seen - <<'TEXT'
{'amount_max': '50.00'}: A-7, A-8; valid: True
{'amount_max': '1,234.50'}: A-7, A-8, A-9; valid: False
{'customer': '7'}: A-7; valid: True
{'customer': '7.0.0'}: A-7, A-8, A-9; valid: False
{'reference': ''}: A-7, A-8, A-9; valid: True
{'referense': 'A-7'}: A-7, A-8, A-9; valid: True
TEXT
