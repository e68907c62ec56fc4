package io.smartt.base.topology;

/** An end of a link: a host or a switch. */
public sealed interface Node permits Host, Switch {
  /** Unique in the topology. */
  String name();
}
