package io.smartt.realtime.containers;

import module java.base;

import io.smartt.softswitch.backend.SwitchBackend;
import io.smartt.softswitch.backend.SwitchBackend.PortSetup;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.SwitchLateness;
import io.smartt.softswitch.backend.Wire;

/**
 * A switch with ports whose cables lead to another machine: what the way between the machines takes
 * is not emulated a second time.
 *
 * @param delayPs one way, by port
 */
record CutLinkSwitch(SwitchBackend inner, Map<Integer, Long> delayPs) implements SwitchBackend {
  CutLinkSwitch {
    delayPs = Map.copyOf(delayPs);
  }

  private Wire shortened(int port, Wire wire) {
    long less = delayPs.getOrDefault(port, 0L);
    return less == 0
        ? wire
        : new Wire(
            Math.max(0, wire.outPs() - less),
            wire.fromHost() ? Math.max(0, wire.inPs() - less) : 0,
            wire.fromHost(),
            wire.loss(),
            wire.jitterPs(),
            wire.up());
  }

  @Override
  public void setUp(Map<Integer, PortSetup> ports) {
    Map<Integer, PortSetup> all = new TreeMap<>();
    ports.forEach((number, setup) ->
        all.put(
            number,
            new PortSetup(setup.rateBps(), shortened(number, setup.wire()), setup.queues())));
    inner.setUp(all);
  }

  @Override
  public void setLink(int port, long rateBps, Wire wire) {
    inner.setLink(port, rateBps, shortened(port, wire));
  }

  @Override
  public void requireLinkChanges() {
    inner.requireLinkChanges();
  }

  @Override
  public Map<Integer, Long> rates() {
    return inner.rates();
  }

  @Override
  public List<SwitchBackend.QueueStatus> queues() {
    return inner.queues();
  }

  @Override
  public SwitchCounts counts() {
    return inner.counts();
  }

  @Override
  public void clearCounters() {
    inner.clearCounters();
  }

  @Override
  public SwitchLateness lateness() {
    return inner.lateness();
  }

  @Override
  public Set<Integer> portsDown() {
    return inner.portsDown();
  }

  @Override
  public Map<Integer, Map<String, Long>> refused() {
    return inner.refused();
  }

  @Override
  public Optional<String> difference(Map<Integer, PortSetup> planned) {
    return inner.difference(planned);
  }

  @Override
  public void close() {
    inner.close();
  }
}
