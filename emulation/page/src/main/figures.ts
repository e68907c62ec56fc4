/** The charts of a page of many runs: each list of panels is in its place of the page. */
import "./page.css";
import "./figures.css";
import { element, scroller } from "./dom";
import { Figure } from "./figure";
import type { Panel } from "./scene";

const figures = JSON.parse(document.getElementById("data")!.textContent) as Readonly<Record<string, readonly Panel[]>>;
for (const [name, panels] of Object.entries(figures)) {
  const place = document.querySelector(`[data-figure="${name}"]`)!;
  for (const panel of panels) new Figure(place, panel);
}
for (const table of document.querySelectorAll("table")) {
  const around = element("div");
  table.replaceWith(around);
  scroller(around, "table", "wide").append(table);
}
