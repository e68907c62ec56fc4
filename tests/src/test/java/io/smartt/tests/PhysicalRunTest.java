package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Switch;
import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import io.smartt.testbed.standin.sonic.ConfigStore;
import io.smartt.testbed.standin.sonic.FactorySwitch;
import io.smartt.testbed.standin.sonic.SonicServer;
import io.smartt.tests.sonic.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code smartt run} on a testbed of switches and servers that run already. */
@Tag("netns")
@Timeout(300)
@Isolated
class PhysicalRunTest {
  private static final long KIB = 1024;
  private static final int PORTS = 3;

  /** SONiC's switches run at their own rate, so latencies are long enough for processes to keep. */
  private static final String UNDILATED =
      """
      dilation: 1
      link:
        latency: 2ms
      queue:
        size: 200KB
      trimming: asic
      packet:
        trim: 206
      workload: incast:2x64KiB
      """;

  @TempDir private static Path labs = Path.of("");
  private static Optional<Lab> built = Optional.empty();

  @TempDir private Path folder;

  @BeforeAll
  static void build() {
    Namespaces.require();
    Lab lab = new Lab(labs, "single," + PORTS);
    built = Optional.of(lab);
    lab.startSwitches();
    lab.startAgents();
  }

  @AfterAll
  static void close() {
    built.ifPresent(Lab::close);
  }

  private static Lab lab() {
    return built.orElseThrow();
  }

  private SmarttRun run(String name, String... arguments) {
    return SmarttRun.of(folder.resolve(name), arguments);
  }

  @Test
  void theSameExperimentRunsOnATestbedAfterApply() {
    String profile = lab().profile("workload: incast:2x64KiB\n").toString();

    SmarttRun unapplied = run("unapplied", "--profile", profile, "--seed", "2");
    assertThat(unapplied.status()).as(unapplied.err()).isEqualTo(1);
    assertThat(unapplied.err())
        .contains("switches are not as planned: s1 (")
        .contains("run 'smartt apply --profile " + profile + " --set seed=2' first");

    SmarttRun applied = SmarttRun.command("apply", "--profile", profile);
    assertThat(applied.status()).as(applied.err()).isZero();
    SmarttRun checked = SmarttRun.command("preflight", "--profile", profile, "--reach");
    assertThat(checked.out()).containsPattern("h3 +reach +ok");

    SmarttRun incast = run("incast", "--profile", profile);
    assertThat(incast.status()).as(incast.err()).isZero();
    assertThat(incast.summary().get("fabric").textValue()).isEqualTo("physical");
    assertThat(incast.number("bytesVerified")).isEqualTo(2 * 64 * KIB);
    // Real switches do not say how late they are, agents do.
    assertThat(incast.summary().at("/lateness/hosts").doubleValue()).isPositive();
    // The warm-up sends many times as much, which does not count.
    assertThat(incast.err()).contains("warming up");
    assertThat(incast.number("packetHops")).isBetween(2 * 64L / 4, 500L);
    SmarttRun ring =
        run(
            "ring",
            "--profile",
            profile,
            "--workload",
            "permutation:64KiB",
            "--set",
            "testbed.warm-up-s=0",
            "--capture");
    assertThat(ring.status()).as(ring.err()).isZero();
    assertThat(ring.err()).doesNotContain("warming up");
    assertThat(ring.number("bytesVerified")).isEqualTo(PORTS * 64 * KIB);
    assertThat(ring.folder().resolve("trace.pcapng")).isNotEmptyFile();

    SmarttRun virtual = run("virtual", "--profile", profile, "--set", "fabric=virtual");
    // A busy machine has one line more to say.
    assertThat(incast.summary().fieldNames())
        .toIterable()
        .filteredOn(name -> !name.equals("untimelyBecause"))
        .containsExactlyElementsOf(virtual.summary()::fieldNames);
    for (String csv : new String[] {"flows.csv", "switches.csv", "samples.csv"}) {
      assertThat(incast.file(csv).lines().findFirst())
          .as(csv)
          .isEqualTo(virtual.file(csv).lines().findFirst());
    }
  }

  /** The embedded switch carries the frames; a server that says it is SONiC is what runs know. */
  @Test
  @Experiment
  void onSonicARunAppliesThePlanCountsQueuesAndTakesThePlanBack() throws IOException {
    SmarttRun cabled = SmarttRun.command("apply", "--profile", lab().profile(UNDILATED).toString());
    assertThat(cabled.status()).as(cabled.err()).isZero();
    Switch sw = lab().topology().switches().getFirst();
    ConfigStore config = new ConfigStore(FactorySwitch.configDb(sw.name()), FactorySwitch.STATE);
    for (String group : List.of("QUEUE", "WRED_ECN_QUEUE")) {
      config.put(
          "FLEX_COUNTER_TABLE",
          group,
          Map.of("FLEX_COUNTER_STATUS", "enable", "POLL_INTERVAL", "100"));
    }
    try (SonicServer server = Servers.open(config)) {
      String profile = sonic(sw, server);
      String before = config.text();

      SmarttRun unapplied = run("unapplied", "--profile", profile);
      assertThat(unapplied.status()).isEqualTo(1);
      assertThat(unapplied.err()).containsPattern("not as planned: s1 \\(\\d+ objects differ\\)");

      SmarttRun run = run("run", "--profile", profile, "--apply", "--capture");
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.number("bytesVerified")).isEqualTo(2 * 64 * KIB);
      // Two queues a port, each of which counts so much between two looks.
      assertThat(run.number("trims")).isEqualTo(2 * PORTS * 5);
      assertThat(run.number("marks")).isEqualTo(2 * PORTS * 7);
      assertThat(run.err()).contains("waiting 0.1 s for the switches' counters");
      assertThat(config.text()).isEqualTo(before);
      // Frames go to the router's own address, 02:11:22:33:44:55.
      assertThat(
              Files.readString(run.folder().resolve("trace.pcapng"), StandardCharsets.ISO_8859_1))
          .contains("\u0002\u0011\"3DU");
    }
  }

  private static String sonic(Switch sw, SonicServer server) {
    StringBuilder text = new StringBuilder("extends: virtual\nfabric: physical\n" + UNDILATED);
    text.append("topology: ").append(lab().topology().name()).append('\n');
    text.append("tls:\n  ca: certs/ca.pem\n  certificate: certs/harness.pem\n");
    text.append("  key: certs/harness-key.pem\n  token-file: token\n");
    text.append("switches:\n  s1:\n    target: sonic\n    connection: plain\n");
    text.append("    address: localhost:").append(server.port()).append("\n    ports:\n");
    for (Adjacency way : lab().topology().adjacencies(sw)) {
      text.append("      s1-").append(way.peer().node().name());
      text.append(": Ethernet").append(way.port()).append('\n');
    }
    return Lab.write(labs.resolve("sonic.yaml"), text + lab().hosts()).toString();
  }
}
