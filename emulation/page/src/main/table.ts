/** A table of any length: only rows in view are in the page. Sorts by a column, filters by words. */
import { add, button, element, scroller, sized } from "./dom";
import { count, natural } from "./format";

export interface Column<T> {
  readonly name: string;
  /** Missing where unknown. */
  readonly value: (row: T) => number | string | null | undefined;
  readonly show?: (value: number) => string;
  readonly missing?: string;
}

export interface TableOptions<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly height?: number;
  readonly search?: (row: T) => string;
  readonly sortBy?: { readonly column: number; readonly down: boolean };
  readonly onPick?: (row: T) => void;
  readonly picked?: (row: T) => boolean;
  /** Said below when all is there. */
  readonly note?: () => string;
}

const SPARE = 8;

/** Rows that have every word, in the order of a column; what is missing comes last. */
export function arranged<T>(
  rows: readonly T[], words: string, search: ((row: T) => string) | undefined,
  by: { readonly column: Column<T>; readonly down: boolean } | null,
): T[] {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const found = wanted.length === 0 || !search ? [...rows] : rows.filter((row) => {
    const text = search(row).toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  if (by) {
    const keyed = found.map((row) => ({ row, key: by.column.value(row) ?? null }));
    keyed.sort((a, b) => {
      if (a.key === null || b.key === null) return (a.key === null ? 1 : 0) - (b.key === null ? 1 : 0);
      const order = typeof a.key === "number" && typeof b.key === "number" ? a.key - b.key : natural(String(a.key), String(b.key));
      return by.down ? -order : order;
    });
    return keyed.map((each) => each.row);
  }
  return found;
}

export class Table<T> {
  private readonly view: HTMLDivElement;
  private readonly head: HTMLTableSectionElement;
  private readonly body: HTMLTableSectionElement;
  private readonly table: HTMLTableElement;
  private readonly foot: HTMLElement;
  readonly searchBox: HTMLInputElement | null = null;
  private rows: readonly T[] = [];
  private found: readonly T[] = [];
  private by: { column: number; down: boolean } | null;
  /** Pixels that a row is high. */
  private row = 30;
  private first = -1;
  private last = -1;

  constructor(parent: Element, private readonly options: TableOptions<T>) {
    this.by = options.sortBy ? { ...options.sortBy } : null;
    if (options.search) {
      const label = add(parent, "label", null, "search");
      add(label, "span", "Search");
      this.searchBox = add(label, "input");
      this.searchBox.type = "search";
      this.searchBox.placeholder = options.label;
      this.searchBox.addEventListener("input", () => { this.arrange(); });
    }
    this.view = scroller(parent, options.label, "scroll");
    this.view.style.maxHeight = String((options.height ?? 420) * sized("--row") / 30) + "px";
    this.table = add(this.view, "table", null, "grid");
    add(this.table, "caption", options.label, "unseen");
    this.head = add(this.table, "thead");
    this.body = add(this.table, "tbody");
    this.foot = add(parent, "p", "", "note");
    this.view.addEventListener("scroll", () => { this.draw(false); }, { passive: true });
    new ResizeObserver(() => { this.draw(false); }).observe(this.view);
    this.drawHead();
  }

  set(rows: readonly T[]): void {
    const first = this.rows.length === 0;
    this.rows = rows;
    if (first) this.drawHead();
    this.arrange();
  }

  /** Draws the rows in view again: what is picked has changed. */
  refresh(): void {
    this.draw(true);
  }

  private arrange(): void {
    const by = this.by ? { column: this.options.columns[this.by.column], down: this.by.down } : null;
    this.found = arranged(this.rows, this.searchBox?.value ?? "", this.options.search, by);
    this.table.setAttribute("aria-rowcount", String(this.found.length + 1));
    const note = this.options.note?.() ?? "";
    this.foot.textContent = (this.found.length === this.rows.length
      ? count(this.rows.length) + (this.rows.length === 1 ? " row" : " rows") : count(this.found.length) + " of " + count(this.rows.length) + " rows") +
      (note ? ". " + note : "");
    this.draw(true);
  }

  private drawHead(): void {
    this.head.replaceChildren();
    const line = add(this.head, "tr");
    this.options.columns.forEach((column, i) => {
      const cell = add(line, "th");
      cell.scope = "col";
      // A heading stands over its column: words to the left, numbers to the right.
      if (this.rows.length > 0 && typeof column.value(this.rows[0]) === "string") cell.className = "text";
      const down = this.by?.column === i ? this.by.down : null;
      if (down !== null) cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      button(cell, column.name, () => {
        this.by = { column: i, down: down === null ? true : !down };
        this.drawHead();
        this.arrange();
      });
    });
  }

  private draw(anew: boolean): void {
    this.row = sized("--row");
    const height = Math.max(this.view.clientHeight, 300);
    const first = Math.max(0, Math.floor(this.view.scrollTop / this.row) - SPARE);
    const last = Math.min(this.found.length, Math.ceil((this.view.scrollTop + height) / this.row) + SPARE);
    if (!anew && first === this.first && last === this.last) return;
    this.first = first;
    this.last = last;
    const made: HTMLElement[] = [this.space(first)];
    for (let i = first; i < last; i++) made.push(this.line(this.found[i], i));
    made.push(this.space(this.found.length - last));
    this.body.replaceChildren(...made);
  }

  private space(rows: number): HTMLElement {
    const line = element("tr", null, "space");
    line.setAttribute("aria-hidden", "true");
    line.style.height = String(rows * this.row) + "px";
    return line;
  }

  private line(row: T, index: number): HTMLElement {
    const line = element("tr");
    line.setAttribute("aria-rowindex", String(index + 2));
    const pick = this.options.onPick;
    if (this.options.picked?.(row)) line.className = "picked";
    this.options.columns.forEach((column, i) => {
      const value = column.value(row);
      const text = value === null || value === undefined ? column.missing ?? ""
        : typeof value === "number" && column.show ? column.show(value) : String(value);
      const cell = add(line, "td", null, typeof value === "string" ? "text" : "");
      if (i === 0 && pick) {
        const made = button(cell, text, () => undefined, "pick");
        made.setAttribute("aria-pressed", String(this.options.picked?.(row) ?? false));
      } else {
        cell.textContent = text;
      }
    });
    if (pick) {
      line.classList.add("pickable");
      line.addEventListener("click", () => { pick(row); });
    }
    return line;
  }
}
