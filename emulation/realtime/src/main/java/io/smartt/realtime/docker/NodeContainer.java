package io.smartt.realtime.docker;

/**
 * The container of a host or switch.
 *
 * @param node its name in the topology
 * @param id the engine's
 */
record NodeContainer(String node, String id) {}
