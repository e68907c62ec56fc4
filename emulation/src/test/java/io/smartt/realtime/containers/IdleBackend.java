package io.smartt.realtime.containers;

import io.smartt.softswitch.backend.SwitchBackend;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.SwitchLateness;
import io.smartt.softswitch.backend.Wire;
import java.util.List;
import java.util.Map;

/** A switch for tests that does nothing and has seen nothing. */
public class IdleBackend implements SwitchBackend {
  @Override
  public void setUp(Map<Integer, SwitchBackend.PortSetup> ports) {}

  @Override
  public void setLink(int port, long rateBps, Wire wire) {}

  @Override
  public Map<Integer, Long> rates() {
    return Map.of();
  }

  @Override
  public List<SwitchBackend.QueueStatus> queues() {
    return List.of();
  }

  @Override
  public SwitchCounts counts() {
    return SwitchCounts.NONE;
  }

  @Override
  public void clearCounters() {}

  @Override
  public SwitchLateness lateness() {
    return SwitchLateness.NONE;
  }

  @Override
  public void close() {}
}
