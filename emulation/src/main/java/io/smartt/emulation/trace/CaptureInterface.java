package io.smartt.emulation.trace;

/**
 * A switch port or host NIC that is captured. Its place in the list that the sink is made with is
 * its interface number.
 *
 * @param name as Mininet names it: {@code leaf1-eth3}, {@code h5-eth0}
 * @param description for a person: {@code leaf1 port 3 to spine2}
 * @param rateBps bits per second
 */
public record CaptureInterface(String name, String description, long rateBps) {}
