package io.smartt.experiment.run;

import java.util.List;

/** Resources of this machine that runs leave behind when they are killed. */
public interface Stale {
  /** Nothing is ever left behind. */
  Stale NONE =
      new Stale() {
        @Override
        public List<String> find() {
          return List.of();
        }

        @Override
        public void remove() {}
      };

  /** Returns what is there of processes that are gone, a line each. */
  List<String> find();

  /** Removes all of it. */
  void remove();

  /** Returns names of what is there of one process, which is gone. */
  default List<String> of(long process) {
    return List.of();
  }

  /** Removes what is there of one process, which is gone. */
  default void remove(long process) {}

  /** Returns a sentence on what belongs to runs that go on; empty if there is none. */
  default String inUse() {
    return "";
  }
}
