package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.pipeline.TableEntry;
import java.util.Optional;

/** Meters by P4 name. Without rates a meter is green for every packet. */
public interface MeterControl {
  /** Sets or clears the rates of one cell. */
  void configure(String meter, int index, Optional<MeterRates> rates);

  /** Sets or clears the rates of an entry's direct meter. */
  void configureDirect(TableEntry entry, Optional<MeterRates> rates);

  /**
   * RFC 2698 and RFC 2697 rates: bytes or packets a second, as the meter's unit says, and bursts in
   * bytes or packets.
   */
  record MeterRates(
      long committedRate, long committedBurst, long peakRate, long peakBurst, long excessBurst) {}
}
