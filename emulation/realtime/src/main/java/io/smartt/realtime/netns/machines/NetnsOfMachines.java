package io.smartt.realtime.netns.machines;

import io.smartt.realtime.netns.Netns;

/** The fabric of namespaces on this machine and on those of workers, as the program finds it. */
public final class NetnsOfMachines extends Netns {
  /** Made by the program's search for fabrics. */
  public NetnsOfMachines() {
    super(MachinesRun::new);
  }
}
