package io.smartt.emulation.docker;

/**
 * One end of a link's Docker network.
 *
 * @param network its name
 * @param ipv4 the address that Docker gives the container there; the experiment does not use it
 * @param mac the interface's, from which the container knows which one it is
 */
record LinkPlug(String network, String ipv4, String mac) {}
