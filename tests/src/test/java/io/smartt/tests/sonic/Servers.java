package io.smartt.tests.sonic;

import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.smartt.testbed.standin.sonic.Access;
import io.smartt.testbed.standin.sonic.ConfigStore;
import io.smartt.testbed.standin.sonic.FactorySwitch;
import io.smartt.testbed.standin.sonic.SonicServer;
import io.smartt.testbed.standin.sonic.SonicServer.QueueCounterSource;
import io.smartt.testbed.standin.sonic.SwitchTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Stand-ins for switches in virtual time, on free ports of the loopback. */
public final class Servers {
  private Servers() {}

  /** Anyone may call it. */
  public static SonicServer open(ConfigStore config) {
    return open(config, new VirtualTime());
  }

  /** Anyone may call it; its time is the caller's. */
  static SonicServer open(ConfigStore config, SwitchTime time) {
    Access anyones = new Access(Optional.empty(), Optional.empty(), false);
    return secured(InsecureServerCredentials.create(), anyones, config, time);
  }

  /** With a certificate, a token or both. */
  static SonicServer secured(ServerCredentials credentials, Access access, ConfigStore config) {
    return secured(credentials, access, config, new VirtualTime());
  }

  private static SonicServer secured(
      ServerCredentials credentials, Access access, ConfigStore config, SwitchTime time) {
    try {
      return new SonicServer(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          credentials,
          access,
          new SonicServer.Contents(config, FactorySwitch.STATE, new Looks()),
          time);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Each time that somebody looks, a queue or port has counted more. */
  private static final class Looks implements QueueCounterSource {
    private final Map<String, Long> looked = new HashMap<>();

    @Override
    public synchronized Map<String, Long> counters(String name) {
      long looks = looked.merge(name, 1L, Long::sum);
      if (!name.contains(":")) {
        return Map.of(
            "SAI_PORT_STAT_PFC_2_TX_PKTS", 3 * looks, "SAI_PORT_STAT_PFC_3_TX_PKTS", 100 * looks);
      }
      return Map.of(
          "SAI_QUEUE_STAT_PACKETS",
          1000 * looks,
          "SAI_QUEUE_STAT_TRIM_PACKETS",
          5 * looks,
          "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS",
          7 * looks);
    }
  }
}
