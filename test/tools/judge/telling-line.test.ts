import { expect, it } from "vitest";
import { shopWrote } from "../../../src/tools/judge/run/command-run.js";
import { tellingLine } from "../../../src/tools/judge/run/shop/telling-line.js";

it.each([
  ["", ""],
  ["listening\n", "listening"],
  ["start\nError: no database\n    at open (file:///shop.mjs:1:1)\n\nNode.js v24.11.0\n", "Error: no database"],
  ["Traceback (most recent call last):\n  File x\nKeyError: 'PORT'\n", "KeyError: 'PORT'"],
  [
    "node:events:497\n      throw er; // Unhandled 'error' event\n      ^\n\nError: listen EADDRINUSE: address already in use\n    at x (node:net:1)\nEmitted 'error' event on Server instance at:\n    at y (node:net:2) {\n  code: 'EADDRINUSE'\n}\n\nNode.js v24.11.0\n",
    "Error: listen EADDRINUSE: address already in use",
  ],
  [
    " * Serving Flask app 'web'\n * Debug mode: off\nWARNING: This is a development server. Do not use it in a production deployment.\n * Running on http://127.0.0.1:4321\nPress CTRL+C to quit\n",
    "",
  ],
  ["opened the till\nINFO:     Uvicorn running on http://127.0.0.1:8000 (Press CTRL+C to quit)\n", "opened the till"],
  ["Fatal error: no such file\n  thrown in shop.php on line 3\n", "Fatal error: no such file"],
  [
    "[Sun Nov 29 05:11:10 2026] PHP 8.2.36 Development Server (http://127.0.0.1:1) started\n[Sun Nov 29 05:11:11 2026] 127.0.0.1:2 Accepted\n[Sun Nov 29 05:11:11 2026] 127.0.0.1:2 [404]: GET /belief\n[Sun Nov 29 05:11:11 2026] 127.0.0.1:2 Closing\n",
    "",
  ],
  [
    "[Sun Nov 29 05:11:11 2026] 127.0.0.1:2 [500]: GET /a - Uncaught Error: no key\n[Sun Nov 29 05:11:11 2026] 127.0.0.1:2 Closing",
    "127.0.0.1:2 [500]: GET /a - Uncaught Error: no key",
  ],
  [
    `[7565] [Sun Nov 29 05:11:10 2026] 127.0.0.1:2 Accepted\n[7565] [Sun Nov 29 05:11:11 2026] PHP Fatal error:  Uncaught PDOException: ${"x".repeat(200)} in /srv/shop.php:12\nStack trace:\n#0 {main}\n  thrown in /srv/shop.php on line 12\n[7565] [Sun Nov 29 05:11:11 2026] 127.0.0.1:2 Closing\n`,
    `PHP Fatal error:  Uncaught PDOException: ${"x".repeat(79)} … ${"x".repeat(60)} in /srv/shop.php:12`,
  ],
  [
    "[7566] [Sun Nov 29 05:11:11 2026] 127.0.0.1:2 Accepted\n[7566] [Sun Nov 29 05:11:11 2026] 127.0.0.1:2 [200]: GET /ok\n[7566] [Sun Nov 29 05:11:11 2026] 127.0.0.1:2 Closing\n[7566] [Sun Nov 29 05:11:11 2026] 127.0.0.1:3 Closed without sending a request; it was probably just an unused speculative preconnection\n",
    "",
  ],
  [
    'listening\n127.0.0.1 - - [29/Nov/2026 05:11:11] "GET /belief HTTP/1.1" 404 -\nINFO:     127.0.0.1:2 - "GET /belief HTTP/1.1" 404 Not Found',
    "listening",
  ],
  [
    "npm error code ENOENT\nnpm error syscall open\nnpm error path /srv/package.json\nnpm error errno -2\nnpm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/srv/package.json'\nnpm error enoent This is related to npm not being able to find a file.\nnpm error enoent\nnpm error A complete log of this run can be found in: /home/me/.npm/_logs/2026-debug-0.log\n",
    "npm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/srv/package.json'",
  ],
  [
    'npm error Missing script: "test"\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run\nnpm error A complete log of this run can be found in: /home/me/.npm/_logs/2026-debug-0.log\n',
    'npm error Missing script: "test"',
  ],
  [
    "npm ERR! code ENOENT\nnpm ERR! enoent ENOENT: no such file or directory, open '/srv/package.json'\nnpm ERR! enoent \n\nnpm ERR! A complete log of this run can be found in:\nnpm ERR!     /home/me/.npm/_logs/2026-debug-0.log\n",
    "npm ERR! enoent ENOENT: no such file or directory, open '/srv/package.json'",
  ],
  [
    "Error: no cart\nnpm error Lifecycle script `test` failed with error:\nnpm error code 1\nnpm error path /srv/shop\nnpm error workspace shop@1.0.0\nnpm error location /srv/shop\nnpm error command failed\nnpm error command sh -c node test.mjs\nnpm notice\nnpm notice New major version of npm available! 10.9.0 -> 11.0.0\n",
    "Error: no cart",
  ],
  [
    `>       assert "a" in False\nE       TypeError: argument of type 'bool' is not iterable\n\nt.py:9: TypeError\n${"-\n".repeat(30)}=== short test summary info ===\nFAILED t.py::test_refund - TypeError: argument of type 'bool' is...\n1 failed, 1 passed in 0.31s`,
    "FAILED t.py::test_refund - TypeError: argument of type 'bool' is not iterable",
  ],
  ["FAILED t.py::test_a - assert 200 == 303\n1 failed in 0.12s", "FAILED t.py::test_a - assert 200 == 303"],
  ["no cart 7\n ELIFECYCLE  Test failed. See above for more details.\n", "no cart 7"],
  [
    "no cart 7\nerror Command failed with exit code 1.\ninfo Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.\n",
    "no cart 7",
  ],
])("the output %j ended because of %j", (output, line) => {
  expect(tellingLine(output)).toBe(line);
});

it.each([
  ["listening on 3000\nsold TEA-1\n", ""],
  [
    "listening on 3000\nTypeError: no cart\n    at sell (file:///shop.mjs:1:1)\n",
    "; the shop wrote: TypeError: no cart",
  ],
  [
    "started\njava.lang.NullPointerException\n\tat Shop.sell(Shop.java:7)\n",
    "; the shop wrote: java.lang.NullPointerException",
  ],
])("of a shop that runs on and wrote %j, only an error is told", (output, told) => {
  expect(shopWrote(output)).toBe(told);
});
