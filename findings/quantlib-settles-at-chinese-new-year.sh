#!/usr/bin/env bash
# QuantLib 1.29 of 2023 (Debian 12, with its Python module), whose calendars say when a bank pays out: the lunar holidays end with 2020 in Hong Kong, 2019 in
# Taiwan, 2014 in Singapore and 2023 in China. Later, Chinese New Year, Buddha's birthday, Tuen Ng and Chung Yeung are business days, without a word. Fixed
# days, Easter and South Korea's days are right. So a settlement is looked for on February 17, 2026, three days too early.
# Safe: calendar.addHoliday(date) from the Hong Kong government's list, or QuantLib of the year.
# Needs Debian 12's quantlib-python.
set -euo pipefail
/usr/bin/python3 -c "import QuantLib" 2>/dev/null || { echo "needs Debian's package quantlib-python"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >days.py <<'PY'
import QuantLib as ql

calendars = {"Hong Kong": ql.HongKong(), "China": ql.China(), "Singapore": ql.Singapore(), "Taiwan": ql.Taiwan(), "South Korea": ql.SouthKorea()}
new_years = {2014: (31, 1), 2015: (19, 2), 2019: (5, 2), 2020: (27, 1), 2021: (12, 2), 2022: (1, 2), 2023: (23, 1), 2024: (12, 2), 2026: (17, 2)}
for name, calendar in calendars.items():
    closed = [year for year, (day, month) in new_years.items() if calendar.isHoliday(ql.Date(day, month, year))]
    print(f"{name}: closed at Chinese New Year of {closed}")
days = {"New Year's Day": (1, 1), "Chinese New Year": (17, 2), "Easter Monday": (6, 4), "Buddha's birthday": (25, 5), "Tuen Ng": (19, 6), "SAR": (1, 7), "Chung Yeung": (19, 10), "Christmas": (25, 12)}
for name, (day, month) in days.items():
    print(f"Hong Kong 2026, {name}: {'closed' if calendars['Hong Kong'].isHoliday(ql.Date(day, month, 2026)) else 'open'}")
print("due after February 16, 2026:", calendars["Hong Kong"].advance(ql.Date(16, 2, 2026), 1, ql.Days).ISO())
PY
/usr/bin/python3 days.py | tee seen
diff seen - <<'TEXT'
Hong Kong: closed at Chinese New Year of [2014, 2015, 2019, 2020]
China: closed at Chinese New Year of [2014, 2015, 2019, 2020, 2021, 2022, 2023]
Singapore: closed at Chinese New Year of [2014]
Taiwan: closed at Chinese New Year of [2014, 2015, 2019]
South Korea: closed at Chinese New Year of [2014, 2015, 2019, 2020, 2021, 2022, 2023, 2026]
Hong Kong 2026, New Year's Day: closed
Hong Kong 2026, Chinese New Year: open
Hong Kong 2026, Easter Monday: closed
Hong Kong 2026, Buddha's birthday: open
Hong Kong 2026, Tuen Ng: open
Hong Kong 2026, SAR: closed
Hong Kong 2026, Chung Yeung: open
Hong Kong 2026, Christmas: closed
due after February 16, 2026: 2026-02-17
TEXT
