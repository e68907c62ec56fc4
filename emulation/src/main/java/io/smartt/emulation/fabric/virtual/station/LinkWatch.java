package io.smartt.emulation.fabric.virtual.station;

import io.smartt.p4.pipeline.Packet;

/** Sees every packet at both ends of every link. */
public interface LinkWatch {
  /** Looks at nothing. */
  LinkWatch NONE = new LinkWatch() {};

  /** Its first bit leaves. */
  default void sent(long timePs, LinkEnd from, Packet packet) {}

  /** Its last bit has arrived. */
  default void arrived(long timePs, LinkEnd to, Packet packet) {}
}
