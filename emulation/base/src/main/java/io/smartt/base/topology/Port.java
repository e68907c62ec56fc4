package io.smartt.base.topology;

/**
 * A port of a host or switch.
 *
 * @param node where it is
 * @param number {@link Host#NIC_PORT} of a host, from 1 of a switch
 */
public record Port(Node node, int number) {
  /** The name of the interface, such as {@code s1-eth3}. */
  public String interfaceName() {
    return node.name() + "-eth" + number;
  }
}
