package io.smartt.testbed.sonic;

import module java.base;

import io.grpc.ManagedChannel;
import io.smartt.controller.rpc.Channels;
import io.smartt.controller.rpc.TlsClientFiles;

/**
 * Address and credentials of a switch's gNMI server.
 *
 * @param name of the switch, for errors
 * @param address {@code host:port}
 * @param tls empty: without TLS, which SONiC allows with {@code --noTLS} only
 * @param token sent as {@code access_token}, where the switch authenticates by JWT
 * @param login where the switch authenticates by password
 * @param deadline of each call
 */
public record GnmiTarget(
    String name,
    String address,
    Optional<TlsClientFiles> tls,
    Optional<String> token,
    Optional<GnmiLogin> login,
    Duration deadline) {
  ManagedChannel connect() {
    String host = address.substring(0, Math.max(0, address.lastIndexOf(':')));
    try {
      // gRPC would say so with a stack trace in the log.
      var _ = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new SonicException(name + " (" + address + "): there is no host '" + host + "'", e);
    }
    return Channels.open(address, tls);
  }

  /**
   * A user of a switch, for one that authenticates by password ({@code GNMI|gnmi user_auth
   * password}).
   *
   * @param user sent as {@code username}
   * @param password sent as {@code password}, in clear within TLS
   */
  public record GnmiLogin(String user, String password) {
    /** Returns the login without the password, for messages. */
    @Override
    public String toString() {
      return user;
    }
  }
}
