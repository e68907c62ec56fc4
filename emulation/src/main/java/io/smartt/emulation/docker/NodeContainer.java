package io.smartt.emulation.docker;

/**
 * The container of a host or switch.
 *
 * @param node its name in the topology
 * @param id the engine's
 * @param apiPort TCP port of its API inside
 */
record NodeContainer(String node, String id, int apiPort) {}
