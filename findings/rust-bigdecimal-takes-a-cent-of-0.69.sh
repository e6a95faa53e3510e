#!/usr/bin/env bash
# Rust's bigdecimal 0.3.0, as Debian 12 has it: a price that is an f64 becomes a decimal by way of a text of sixteen digits, 0.6899999999999999 for
# 0.69, though Rust itself prints 0.69; and with_scale(2) cuts what is beyond two decimals: 618 of the 9999 amounts to 99.99 lose a cent.
# 1237 of them don't equal the decimal of the same text, either.
# Safe: read amounts from their text, and use round(2), which rounds half up.
# Needs Debian's cargo, rustc and librust-bigdecimal-dev.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src .cargo
printf '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nbigdecimal = "=0.3.0"\n' >Cargo.toml
printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "/usr/share/cargo/registry"\n' >.cargo/config.toml
cat >src/main.rs <<'RS'
use bigdecimal::BigDecimal;
use std::convert::TryFrom;
use std::str::FromStr;
fn main() {
    for price in [19.99, 0.69, 8.03] {
        let decimal = BigDecimal::try_from(price).unwrap();
        println!("{} becomes {}, with_scale(2): {}, round(2): {}", price, decimal, decimal.with_scale(2), decimal.round(2));
    }
    let (mut cut, mut unequal) = (0, 0);
    for cents in 1..10000 {
        let text = format!("{}.{:02}", cents / 100, cents % 100);
        let decimal = BigDecimal::try_from(text.parse::<f64>().unwrap()).unwrap();
        let right = BigDecimal::from_str(&text).unwrap();
        cut += (decimal.with_scale(2) != right) as i32;
        unequal += (decimal != right) as i32;
    }
    println!("of 9999 amounts, with_scale(2) takes a cent of {}, and {} don't equal their text", cut, unequal);
}
RS
PATH=/usr/bin:$PATH cargo run --quiet --offline 2>/dev/null | tee seen
diff seen - <<'TEXT'
19.99 becomes 19.99000000000000, with_scale(2): 19.99, round(2): 19.99
0.69 becomes 0.6899999999999999, with_scale(2): 0.68, round(2): 0.69
8.03 becomes 8.029999999999999, with_scale(2): 8.02, round(2): 8.03
of 9999 amounts, with_scale(2) takes a cent of 618, and 1237 don't equal their text
TEXT
