import { raw } from "hono/html";
import { expect, it } from "vitest";
import { Fragment, jsx } from "../../../src/server/pages/jsx-runtime.js";

const Late = async ({ children }: { children?: unknown }) => jsx("b", { children });
const Nothing = () => null;

it.each([
  ["a text is escaped", jsx("p", { children: `<i>&"'` }), "<p>&lt;i&gt;&amp;&quot;&#39;</p>"],
  ["an attribute is escaped", jsx("p", { title: `"><i>` }), '<p title="&quot;&gt;&lt;i&gt;"></p>'],
  ["an object is escaped", jsx("p", { children: { toString: () => "<i>" } }), "<p>&lt;i&gt;</p>"],
  ["markup in markup stays", jsx("p", { children: jsx("i", { children: "a" }) }), "<p><i>a</i></p>"],
  ["raw text stays", jsx("p", { children: raw("<i>") }), "<p><i></p>"],
  ["nothing is left out", jsx("p", { children: [null, undefined, true, false, "", 0] }), "<p>0</p>"],
  ["absent attributes are left out", jsx("p", { id: undefined, class: null, hidden: false }), "<p></p>"],
  ["a flag has no value", jsx("input", { checked: true }), '<input checked=""/>'],
  ["another truth is written", jsx("p", { "aria-hidden": true }), '<p aria-hidden="true"></p>'],
  ["a component may be late", jsx("p", { children: ["a", jsx(Late, { children: "<" }), "b"] }), "<p>a<b>&lt;</b>b</p>"],
  ["a component may show nothing", jsx("p", { children: jsx(Nothing, {}) }), "<p></p>"],
  ["a late text is escaped", jsx("p", { children: Promise.resolve("<") }), "<p>&lt;</p>"],
  ["a fragment has no element", jsx(Fragment, { children: ["<", jsx("br", {})] }), "&lt;<br/>"],
])("%s", async (_, shown, html) => {
  expect(String(await shown)).toBe(html);
});

it("a late part that fails fails the page, once", async () => {
  const Failing = async () => {
    throw new Error("no store");
  };
  const page = jsx("p", { children: [jsx(Failing, {}), jsx(Failing, {})] });
  await expect(page).rejects.toThrow("no store");
});
