package io.smartt.testbed.standin.box;

import io.smartt.softswitch.backend.Wire;

/**
 * A front port of a stand-in.
 *
 * @param name as SONiC has it, {@code Ethernet0}
 * @param interfaceName of Linux, in the namespace of the front ports
 * @param cable what its cable does
 */
public record FrontPort(String name, String interfaceName, Wire cable) {}
