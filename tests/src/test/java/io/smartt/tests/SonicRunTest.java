package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.InsecureServerCredentials;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Switch;
import io.smartt.tests.sonic.ConfigStore;
import io.smartt.tests.sonic.FactorySwitch;
import io.smartt.tests.sonic.SonicServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code smartt run} on switches that say over gNMI that they are SONiC's. Embedded switches, set up
 * beside them, carry the frames.
 */
@Tag("netns")
@Timeout(300)
class SonicRunTest {
  /** A real switch runs at its own rate; a latency that processes keep makes up for that. */
  private static final String SLOW =
      "dilation: 1\nlink:\n  latency: 2ms\nqueue:\n  size: 200KB\ntrimming: asic\n"
          + "packet:\n  trim: 206\nworkload: incast:3x64KiB\n";

  @TempDir private Path folder;
  private final Map<String, SonicServer> servers = new LinkedHashMap<>();

  @BeforeAll
  static void requireNamespaces() {
    Netns.require();
  }

  private String profile(Lab lab, String address) throws IOException {
    StringBuilder text = new StringBuilder("extends: virtual\nfabric: physical\n" + SLOW);
    text.append("topology: ").append(lab.topology().name()).append('\n');
    text.append("tls:\n  ca: certs/ca.pem\n  certificate: certs/harness.pem\n");
    text.append("  key: certs/harness-key.pem\n  token-file: token\nswitches:\n");
    for (Switch sw : lab.topology().switches()) {
      ConfigStore config = new ConfigStore("td4", FactorySwitch.configDb(sw.name()));
      for (String group : List.of("QUEUE", "WRED_ECN_QUEUE")) {
        config.put(
            "FLEX_COUNTER_TABLE",
            group,
            Map.of("FLEX_COUNTER_STATUS", "enable", "POLL_INTERVAL", "100"));
      }
      SonicServer server =
          new SonicServer(
              InsecureServerCredentials.create(), Optional.empty(), config, FactorySwitch.STATE);
      servers.put(sw.name(), server);
      text.append("  ").append(sw.name()).append(":\n    target: sonic\n    connection: plain\n");
      text.append("    address: ").append(address).append(':').append(server.port());
      text.append("\n    ports:\n");
      for (Adjacency way : lab.topology().adjacencies(sw)) {
        text.append("      ").append(sw.name()).append('-').append(way.peer().node().name());
        text.append(": Ethernet").append(way.port()).append('\n');
      }
    }
    return Lab.write(folder.resolve("sonic.yaml"), text + lab.hosts()).toString();
  }

  private List<String> configs() {
    return servers.values().stream().map(server -> server.config().text()).toList();
  }

  @Test
  void aRunAppliesThePlanCountsQueuesAndTakesThePlanBack() throws IOException {
    try (Lab lab = new Lab(folder, "leafspine,2,1,2")) {
      lab.startSwitches();
      lab.startAgents();
      String cables = lab.profile(SLOW).toString();
      Netns.Ended cabled = lab.smartt("apply", "--profile", cables);
      assertThat(cabled.status()).as(cabled.out()).isZero();
      String profile = profile(lab, lab.join());
      List<String> before = configs();

      SmarttRun unapplied = lab.run("unapplied", "--profile", profile);
      assertThat(unapplied.status()).isEqualTo(1);
      assertThat(unapplied.out()).contains("switches are not as planned: leaf1 (");

      SmarttRun run = lab.run("run", "--profile", profile, "--apply", "--capture");
      assertThat(run.status()).as(run.out()).isZero();
      assertThat(run.number("bytesVerified")).isEqualTo(3 * 64 * 1024);
      // 8 ports with two queues each, each of which counts so much between two looks.
      assertThat(run.number("trims")).isEqualTo(16 * 5);
      assertThat(run.number("marks")).isEqualTo(16 * 7);
      assertThat(run.out()).contains("waiting 0.1 s for the switches' counters");
      assertThat(configs()).isEqualTo(before);
      // Frames go to the router's own address.
      assertThat(new String(Files.readAllBytes(run.folder().resolve("trace.pcapng")),
              StandardCharsets.ISO_8859_1))
          .contains("\u0002\u0011\"3DU");
    } finally {
      servers.values().forEach(SonicServer::close);
    }
  }
}
