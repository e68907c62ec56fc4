/** Small help with elements. */

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, text?: string | null, className?: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (text !== undefined && text !== null) made.textContent = text;
  if (className) made.className = className;
  return made;
}

export function add<K extends keyof HTMLElementTagNameMap>(
  parent: Element, tag: K, text?: string | null, className?: string,
): HTMLElementTagNameMap[K] {
  return parent.appendChild(element(tag, text, className));
}

export function button(parent: Element, text: string, pressed: () => void, className?: string): HTMLButtonElement {
  const made = add(parent, "button", text, className);
  made.type = "button";
  made.addEventListener("click", pressed);
  return made;
}

/** A table of two columns: a name and what it is. */
export function facts(parent: Element, rows: readonly (readonly [string, string])[]): void {
  const table = add(parent, "table", null, "facts");
  for (const [name, value] of rows) {
    const line = add(table, "tr");
    add(line, "th", name).scope = "row";
    add(line, "td", value);
  }
}

/** Something to scroll in must be reachable without a mouse. */
export function scroller(parent: Element, label: string, className = "scroll"): HTMLDivElement {
  const made = add(parent, "div", null, className);
  made.tabIndex = 0;
  made.setAttribute("role", "region");
  made.setAttribute("aria-label", label);
  return made;
}

/** Text that can be copied with a button. */
export function copyable(parent: Element, text: string, what: string): void {
  const line = add(parent, "div", null, "copy");
  const code = add(line, "code", text);
  const copy = button(line, "copy", () => {
    const done = (): void => { copy.textContent = "copied"; };
    // From a file there is no clipboard API in some browsers: then the text is selected.
    const select = (): void => { getSelection()?.selectAllChildren(code); };
    if (isSecureContext) navigator.clipboard.writeText(text).then(done, select);
    else select();
  });
  copy.setAttribute("aria-label", "copy " + what);
}

/** A length that the style sheet gives to the screen's size, pixels. */
export const sized = (name: string): number => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
