package io.smartt.realtime.docker;

import io.smartt.realtime.containers.AddressBlock;

/**
 * One end of a link's Docker network.
 *
 * @param network its name
 * @param block addresses of the network
 * @param ipv4 the address that Docker gives the container there; the experiment does not use it
 * @param mac the interface's, from which the container knows which one it is
 */
record NetworkAttachment(String network, AddressBlock block, String ipv4, String mac) {}
