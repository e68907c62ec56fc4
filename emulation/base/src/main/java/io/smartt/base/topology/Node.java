package io.smartt.base.topology;

/** An end of a link: a host or a switch. */
public sealed interface Node permits Host, Switch {
  /** Unique in the topology. */
  String name();

  /** The time that it takes before it acts on a frame which has arrived, in picoseconds. */
  long latencyPs();
}
