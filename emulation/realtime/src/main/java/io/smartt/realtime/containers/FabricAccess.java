package io.smartt.realtime.containers;

import module java.base;

import io.grpc.ChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.rpc.Channels;
import io.smartt.host.agent.daemon.BearerToken;

/**
 * The credentials that a controller shows to the hosts and switches of a fabric.
 *
 * @param credentials mutual TLS
 * @param token of agents
 */
public record FabricAccess(ChannelCredentials credentials, BearerToken token) {
  /** A channel to one of this program's servers, which notices that a machine is gone. */
  public ManagedChannel channel(InetSocketAddress api) {
    return Channels.watched(builder(api)).build();
  }

  /** A channel to a BMv2, which is asked for no signs of life. */
  public ManagedChannel quietChannel(InetSocketAddress api) {
    return builder(api).build();
  }

  private NettyChannelBuilder builder(InetSocketAddress api) {
    return Channels.limited(
        NettyChannelBuilder.forAddress(api.getHostString(), api.getPort(), credentials));
  }

  /**
   * Reads the access from the files {@code ca.pem}, {@code controller.pem} and {@code
   * controller-key.pem} of a folder.
   *
   * @throws UserInputException naming the file that is missing
   */
  public static FabricAccess ofFolder(Path folder, String token) {
    try {
      return new FabricAccess(
          credentials(
              read(folder.resolve("ca.pem")),
              read(folder.resolve("controller.pem")),
              read(folder.resolve("controller-key.pem"))),
          new BearerToken(token));
    } catch (IllegalArgumentException e) {
      throw new UserInputException("SMARTT_AGENT_TOKEN: " + e.getMessage(), e);
    }
  }

  private static InputStream read(Path file) {
    return new ByteArrayInputStream(InputFile.bytes(file));
  }

  static ChannelCredentials credentials(
      InputStream authority, InputStream certificate, InputStream key) {
    return FileErrors.get(() ->
        TlsChannelCredentials.newBuilder()
            .trustManager(authority)
            .keyManager(certificate, key)
            .build());
  }
}
