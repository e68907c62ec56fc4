package io.smartt.emulation.workload;

/** When a flow begins. */
public sealed interface Start {
  /**
   * At an instant.
   *
   * @param ps since the experiment's start, picoseconds
   */
  record At(long ps) implements Start {
    /** Refuses an instant before the experiment. */
    public At {
      if (ps < 0) {
        throw new IllegalArgumentException("start at " + ps + " ps");
      }
    }
  }

  /**
   * When a trigger says so.
   *
   * @param id of the trigger
   */
  record OnTrigger(int id) implements Start {}

  /** At the start of the experiment. */
  static Start now() {
    return new At(0);
  }
}
