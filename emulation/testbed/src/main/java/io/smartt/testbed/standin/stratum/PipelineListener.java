package io.smartt.testbed.standin.stratum;

import io.smartt.p4.info.P4InfoIndex;
import java.util.List;
import org.p4.v1.Entity;

/** Takes what a stand-in's tables hold, whenever they were written. */
@FunctionalInterface
public interface PipelineListener {
  /** The listener that ignores what it hears. */
  PipelineListener NONE = (info, entities, counters) -> {};

  /**
   * Hears what the tables hold.
   *
   * @param counters that the data plane counts in
   */
  void holds(P4InfoIndex info, List<Entity> entities, CounterBank counters);
}
