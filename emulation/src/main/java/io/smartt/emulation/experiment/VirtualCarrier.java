package io.smartt.emulation.experiment;

import io.smartt.emulation.fabric.VirtualFabric;
import io.smartt.emulation.simulation.Event;
import io.smartt.emulation.simulation.Simulation;
import io.smartt.emulation.topology.Host;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportEndpoint;

/** Carries traffic over the virtual fabric, its payload only counted. */
final class VirtualCarrier implements Carrier {
  private final Simulation simulation;
  private final VirtualFabric fabric;
  private final Event start;

  VirtualCarrier(Simulation simulation, VirtualFabric fabric, Traffic traffic) {
    this.simulation = simulation;
    this.fabric = fabric;
    start =
        new Event(simulation) {
          @Override
          protected void fire(long nowPs) {
            traffic.startDue(nowPs);
          }
        };
  }

  @Override
  public TransportEndpoint endpoint(Host host) {
    return fabric.endpoint(host);
  }

  @Override
  public long nowPs(Host host) {
    return simulation.nowPs();
  }

  @Override
  public void wake(Host host) {
    fabric.wake(host);
  }

  @Override
  public long send(Host from, Destination to, long bytes, PathParameters path) {
    return fabric.endpoint(from).send(simulation.nowPs(), to, bytes, path);
  }

  @Override
  public void callAt(long timePs) {
    if (timePs <= simulation.nowPs() || !start.isScheduled()) {
      simulation.schedule(start, Math.max(timePs, simulation.nowPs()));
    }
  }
}
