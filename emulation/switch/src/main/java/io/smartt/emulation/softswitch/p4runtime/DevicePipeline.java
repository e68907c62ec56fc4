package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.TableEntry;
import java.util.Optional;
import java.util.OptionalLong;

/** One program on one switch: what the control plane reads and writes. */
public interface DevicePipeline {
  /** Tables, counters, registers. */
  PipelineControl control();

  /** Multicast groups and clone sessions. */
  ReplicationControl replication();

  /** Meters, where the switch has them. */
  default Optional<MeterControl> meters() {
    return Optional.empty();
  }

  /** Nanoseconds since a packet last hit the entry, where the switch keeps that. */
  default OptionalLong sinceLastHitNs(TableEntry entry) {
    return OptionalLong.empty();
  }
}
