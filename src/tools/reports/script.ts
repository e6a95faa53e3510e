/** Conveniences of the page: arrow keys in the map, links that open their target, buttons that copy a command. */
export const reportScript = `(() => {
const open = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (!target) return;
  target.closest("details")?.setAttribute("open", "");
  target.scrollIntoView();
  target.focus();
};
addEventListener("hashchange", open);
open();
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => one.setAttribute("open", "")));
const fields = [...document.querySelectorAll(".map tr")].map((row) => [...row.cells].map((cell) => cell.querySelector("a")));
const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
document.querySelector(".map")?.addEventListener("keydown", (event) => {
  const step = steps[event.key];
  let row = fields.findIndex((links) => links.includes(event.target));
  if (!step || row === -1) return;
  let column = fields[row].indexOf(event.target);
  do { row += step[0]; column += step[1]; } while (fields[row] && column >= 0 && column < 1000 && !fields[row][column] && (step[0] || column < fields[row].length));
  const next = fields[row]?.[column];
  if (next) { event.preventDefault(); next.focus(); }
});
for (const line of document.querySelectorAll(".replay")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(line.querySelector("code").textContent);
    button.textContent = "Copied";
  });
  line.append(" ", button);
}
})();`;
