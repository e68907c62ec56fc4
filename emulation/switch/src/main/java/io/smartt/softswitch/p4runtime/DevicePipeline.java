package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.TableEntry;

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

  /** Meters by P4 name. Without rates a meter is green for every packet. */
  interface MeterControl {
    /** Sets or clears the rates of one cell. */
    void configure(String meter, int index, Optional<MeterRates> rates);

    /** Sets or clears the rates of an entry's direct meter. */
    void configureDirect(TableEntry entry, Optional<MeterRates> rates);

    /**
     * RFC 2698 and RFC 2697 rates: bytes or packets a second, as the meter's unit says, and bursts
     * in bytes or packets.
     */
    record MeterRates(
        long committedRate, long committedBurst, long peakRate, long peakBurst, long excessBurst) {}
  }
}
