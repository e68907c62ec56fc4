package io.smartt.emulation.topology;

/**
 * A switch that is not a box of its own: virtual routing and forwarding of a larger one.
 *
 * @param box name of the switch that it is part of
 * @param name of the VRF, as SONiC's configuration takes it
 */
public record Vrf(String box, String name) {}
