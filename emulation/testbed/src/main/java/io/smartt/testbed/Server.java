package io.smartt.testbed;

import java.util.Optional;

/**
 * A real host.
 *
 * @param name in the topology
 * @param agent {@code host:port} of its agent's API
 * @param nic its network interface in the fabric
 * @param mac that interface's address, where it is not the topology's
 * @param driver that the pre-flight check expects
 */
public record Server(
    String name,
    Optional<String> agent,
    Optional<String> nic,
    Optional<String> mac,
    Optional<String> driver) {}
