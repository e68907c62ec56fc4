package io.smartt.realtime.netns.machines;

import module java.base;

import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.host.agent.daemon.BearerToken;
import io.smartt.softswitch.standalone.TlsFiles;

/**
 * The door by which callers come in to a worker and to the servers of the nodes that it carries.
 *
 * @param address where the worker listens; its nodes' servers have free ports of the same host
 * @param underlay where tunnels end: an IPv4 address of this machine
 * @param catalog settings that experiments may have
 * @param version of this program
 */
public record WorkerEndpoint(
    InetSocketAddress address,
    InetAddress underlay,
    Optional<TlsFiles> tls,
    Optional<BearerToken> token,
    SettingsCatalog catalog,
    String version) {
  InetSocketAddress freePort() {
    return new InetSocketAddress(address.getAddress(), 0);
  }
}
