import { participants, type StoryStep } from "../../../../lane/views/history/order-story.js";
import { type Arrow, arrowsOf } from "../../../../lane/views/history/sequence-text.js";

const WIDTH = 900;
const TOP = 44;
const STEP = 40;
const columnOf = (place: number): number => 90 + place * 240;
/** The maximum length of a text between two columns. */
const TEXT_MAX = 32;
/** How many arrows are drawn. The text version has all of them. */
const DRAWN = 60;

/** An order's timeline as a diagram: the messages between the participants, from top to bottom. */
export function Sequence({ story }: { story: readonly StoryStep[] }) {
  const arrows = arrowsOf(story).slice(0, DRAWN);
  if (arrows.length === 0) return <p class="e">Nothing to draw yet.</p>;
  const height = TOP + arrows.length * STEP + 20;
  return (
    <div class="seq" tabindex={0}>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label="Sequence of the order; the timeline says the same">
        {participants.map((name, place) => (
          <g>
            <line x1={columnOf(place)} x2={columnOf(place)} y1={30} y2={height - 8} />
            <rect x={columnOf(place) - 50} y={4} width={100} height={26} rx={6} />
            <text x={columnOf(place)} y={22} text-anchor="middle">
              {name}
            </text>
          </g>
        ))}
        {arrows.map((arrow, i) => (
          <Drawn arrow={arrow} y={TOP + (i + 1) * STEP - 8} />
        ))}
      </svg>
    </div>
  );
}

function Drawn({ arrow: { from, to, text, isAnswer, isGood }, y }: { arrow: Arrow; y: number }) {
  const [a, b] = [columnOf(from), columnOf(to)];
  const shown = text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text;
  const classes = `arrow${isAnswer ? " back" : ""}${isGood ? "" : " wrong"}`;
  if (from === to)
    return (
      <g class={classes}>
        <rect x={a - 80} y={y - 18} width={160} height={24} rx={6} />
        <text x={a} y={y - 2} text-anchor="middle">
          {shown}
        </text>
      </g>
    );
  const head = b > a ? -8 : 8;
  return (
    <g class={classes}>
      <text x={(a + b) / 2} y={y - 7} text-anchor="middle">
        {shown}
        {shown !== text && <title>{text}</title>}
      </text>
      <line x1={a} y1={y} x2={b} y2={y} />
      <path d={`M${b} ${y}l${head} -5v10z`} />
    </g>
  );
}
