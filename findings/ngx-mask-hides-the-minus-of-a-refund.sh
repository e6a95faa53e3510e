#!/usr/bin/env bash
# ngx-mask 22.2.1 (npm, Angular): the pipe with separator.2 shows a refund of -19.99 as 19.99, since a minus needs allowNegativeNumbers, and one in
# brackets as 5.00. Cents beyond the second are cut and not rounded: 19.999 is 19.99. A reference of digits loses its place, 0051 as 0.05, and
# percent.2 shows 112.5 as 11.5.
# Safe: allowNegativeNumbers wherever a sum may be a refund; Angular's own currency pipe for what nobody types.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps ngx-mask@22.2.1 @angular/core@22.2.6 @angular/common@22.2.6 \
  @angular/forms@22.2.6 @angular/compiler@22.2.6 @angular/platform-browser@22.2.6 rxjs@7.8.2 jsdom@26.1.0 >/dev/null
cat >show.mjs <<'JS'
import "@angular/compiler";
import { DOCUMENT, ElementRef, Injector, Renderer2, runInInjectionContext } from "@angular/core";
import { JSDOM } from "jsdom";
import { NgxMaskPipe, provideNgxMask } from "ngx-mask";
const { document } = new JSDOM("<input>").window;
const injector = Injector.create({
  providers: [
    ...provideNgxMask(),
    { provide: DOCUMENT, useValue: document },
    { provide: ElementRef, useValue: new ElementRef(document.querySelector("input")) },
    { provide: Renderer2, useValue: { setProperty: (element, name, value) => (element[name] = value) } },
  ],
});
const pipe = runInInjectionContext(injector, () => new NgxMaskPipe());
const show = (value, mask, options) => console.log(`${value} by ${mask}${options ? ", allowNegativeNumbers" : ""}: ${pipe.transform(value, mask, { thousandSeparator: ",", ...options })}`);
show(-19.99, "separator.2");
show(-19.99, "separator.2", { allowNegativeNumbers: true });
show("(5.00)", "separator.2");
show(19.999, "separator.2");
show("0051", "separator.2");
show(112.5, "percent.2");
JS
node show.mjs | tee seen
diff seen - <<'TEXT'
-19.99 by separator.2: 19.99
-19.99 by separator.2, allowNegativeNumbers: -19.99
(5.00) by separator.2: 5.00
19.999 by separator.2: 19.99
0051 by separator.2: 0.05
112.5 by percent.2: 11.5
TEXT
