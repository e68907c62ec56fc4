/** What the shell asks of a view. */
import type { Model } from "./model";

export interface View {
  readonly id: string;
  readonly title: string;
  /** The question that it answers. */
  readonly question: string;
  /** Called once, the first time that it is seen. */
  build(parent: HTMLElement): void;
  /** Draws what the run has now; called while it is seen only. */
  show(): void;
  /** The series of a live run that it draws now: words as docs/internals/page.md has them. */
  wants?(): readonly string[];
  /** Acts on what stands behind its name in the address. */
  open?(argument: string): void;
  /** A key that the view knows; returns whether it did. */
  key?(event: KeyboardEvent): boolean;
}

/** What views share. */
export interface Context {
  readonly model: Model;
  /** The view draws other series than before. */
  readonly wantsChanged: () => void;
  /** Goes to a view, with words for it. */
  readonly go: (view: string, argument?: string) => void;
}
