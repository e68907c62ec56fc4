package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every packet of a run on the virtual fabric ends somewhere, and the report says where. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class PacketLedgerTest {
  @TempDir private Path folder;

  private SmarttRun run(String name, String arguments) {
    List<String> all = new ArrayList<>(List.of("--profile", "virtual"));
    all.addAll(List.of(arguments.split(" ")));
    return SmarttRun.of(folder.resolve(name), all.toArray(String[]::new));
  }

  private static long sum(JsonNode packets, String... keys) {
    long sum = 0;
    for (String key : keys) {
      sum += packets.required(key).longValue();
    }
    return sum;
  }

  /** The equation, from what a user sees, and from another file as far as that has it. */
  private static JsonNode balanced(SmarttRun run) {
    JsonNode packets = run.summary().required("packets");
    long began =
        sum(packets, "sentByHosts", "madeBySwitches", "copiedBySwitches", "sentByControllers");
    long there =
        sum(
            packets,
            "receivedByHosts",
            "takenBySwitches",
            "replacedByCopies",
            "receivedByControllers",
            "queuedAtEnd",
            "inFlightAtEnd");
    long dropped = 0;
    for (JsonNode count : packets.required("dropped")) {
      dropped += count.longValue();
    }
    assertThat(began).as("%s", packets).isPositive().isEqualTo(there + dropped);
    assertThat(packets.required("unaccounted").longValue()).isZero();
    assertThat(run.number("drops")).isEqualTo(dropped);
    assertThat(sumOfColumns(run.file("switches.csv"))).as("switches.csv").isEqualTo(dropped);
    return packets;
  }

  private static long sumOfColumns(String csv) {
    List<String> lines = csv.lines().toList();
    List<String> names = List.of(lines.getFirst().split(","));
    long sum = 0;
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(",", -1);
      for (int i = 0; i < fields.length; i++) {
        String name = names.get(i);
        if (name.startsWith("dropped_") && !name.endsWith("_bytes") && !fields[i].isEmpty()) {
          sum += Long.parseLong(fields[i]);
        }
      }
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--workload incast:3x256KiB",
        "--workload incast:7x128KiB --trimming off",
        "--workload incast:7x128KiB --trimming asic",
        "--workload incast:7x128KiB --scheme rocev2",
        "--workload incast:15x1MiB --scheme rocev2 --set pfc.xoff-bdps=0.1",
        "--workload permutation:128KiB --set link.failures=leaf1-spine1@10us..60us",
        "--workload permutation:128KiB --set link.loss=1",
        "--workload permutation:128KiB --set link.failures=leaf*-spine1=burst:1%/25%,h1=ber:1e-7",
        "--workload permutation:128KiB --set failures.links=25% --set failures.kind=flap:5us/20us",
        "--workload permutation:128KiB --set failures.hosts=2 --set failures.kind=rate:25%",
        "--workload incast:3x256KiB --set link.failures=h1=receive:25%@20us..80us",
        "--topology multiplane,4,2,2,4 --workload permutation:128KiB --set link.failures=p3*@20us",
        "--topology fattree,hosts=32 --workload permutation:64KiB --threads 3"
      })
  void theLedgerBalancesToThePacket(String arguments) {
    SmarttRun run = run("run", arguments);

    assertThat(run.status()).as(run.err()).isZero();
    balanced(run);
  }

  @Test
  void withoutTrimmingFullQueuesAreTheReason() {
    SmarttRun run = run("run", "--workload incast:7x256KiB --trimming off --set queue.size=20KB");

    long full = balanced(run).required("dropped").required("queueFull").longValue();
    assertThat(full).isPositive().isEqualTo(run.number("drops"));
    assertThat(run.out()).contains("(queue full " + "%,d".formatted(full) + ")");
  }

  @Test
  void aSwitchThatFailsForGoodTakesEverythingAndTheTableSaysSo() {
    SmarttRun run = run("run", "--workload incast:3x64KiB --set link.failures=leaf1@20us");

    assertThat(run.status()).isEqualTo(1);
    JsonNode packets = balanced(run);
    long down = packets.required("dropped").required("linkDown").longValue();
    assertThat(down).isPositive().isEqualTo(run.number("drops"));
    assertThat(run.out()).contains("(link down " + "%,d".formatted(down) + ")");
  }

  @Test
  void linksThatLosePacketsAtRandomDoSoFromTheSeed() {
    String arguments = "--workload permutation:64KiB --set link.loss=2 --seed 7 --threads ";
    SmarttRun one = run("one", arguments + 1);
    SmarttRun three = run("three", arguments + 3);

    assertThat(one.status()).as(one.err()).isZero();
    JsonNode dropped = balanced(one).required("dropped");
    assertThat(dropped.required("linkLoss").longValue()).isPositive();
    assertThat(three.file("flows.csv")).isEqualTo(one.file("flows.csv"));
    assertThat(balanced(three)).isEqualTo(balanced(one));
  }

  /** Over a million packets on links between switches, and as many on those of hosts. */
  @Test
  void whatIsDrawnIsWhatWasConfigured() {
    SmarttRun run =
        run(
            "run",
            "--workload core-permutation:64MiB --set link.loss=0.01"
                + " --set link.failures=leaf*-spine*=burst:1e-4/25% --threads 2");

    assertThat(run.status()).as(run.err()).isZero();
    JsonNode packets = balanced(run);
    Lost core = lost(run.file("switches.csv"), false);
    Lost hosts = lost(run.file("switches.csv"), true);
    long onHostLinks = hosts.passed + sum(packets, "sentByHosts");
    assertThat(Math.min(core.passed, onHostLinks)).isGreaterThan(1_000_000);
    assertThat(core.lost + hosts.lost)
        .isEqualTo(packets.required("dropped").required("linkLoss").longValue());
    // Within five standard deviations. Independent losses are 1e-4 of all.
    double alone = 1e-4 * onHostLinks;
    assertThat((double) hosts.lost).isCloseTo(alone, within(5 * Math.sqrt(alone)));
    // A burst is a geometric number of packets, 4 on average: the mean of its square is 28.
    double bursts = core.passed * 1e-4 * 0.25 / (1e-4 + 0.25);
    assertThat((double) core.lost)
        .isCloseTo(
            1e-4 * core.passed + 4 * bursts,
            within(5 * Math.sqrt(1e-4 * core.passed + 28 * bursts)));
  }

  private record Lost(long passed, long lost) {}

  /** Over the ports of switches to hosts, or to other switches. */
  private static Lost lost(String csv, boolean toHosts) {
    List<String> lines = csv.lines().toList();
    List<String> names = List.of(lines.getFirst().split(","));
    long passed = 0;
    long lost = 0;
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(",", -1);
      if (fields[names.indexOf("peer")].startsWith("h") == toHosts) {
        passed += Long.parseLong(fields[names.indexOf("dequeued_packets")]);
        String own = fields[names.indexOf("dropped_link_loss")];
        lost += own.isEmpty() ? 0 : Long.parseLong(own);
      }
    }
    return new Lost(passed, lost);
  }

  @Test
  void failuresAreTheSameOnAnyNumberOfThreads() {
    String arguments =
        "--topology fattree,hosts=32 --workload permutation:128KiB --set link.loss=0.1"
            + " --set link.failures=tor*=jitter:1us,agg1=rate:200%@5us --set failures.links=20%"
            + " --set failures.kind=burst:1%/20% --seed 7 --threads ";
    SmarttRun one = run("one", arguments + 1);
    SmarttRun three = run("three", arguments + 3);

    assertThat(one.status()).as(one.err()).isZero();
    assertThat(balanced(one).required("dropped").required("linkLoss").longValue()).isPositive();
    for (String csv : List.of("flows.csv", "samples.csv", "switches.csv", "events.csv")) {
      assertThat(three.file(csv)).as(csv).isEqualTo(one.file(csv));
    }
  }

  @Test
  void packetsWhoseTtlRanOutSaySo() {
    SmarttRun run = run("run", "--topology linear,130 --workload core-permutation:4KiB");

    assertThat(run.status()).isEqualTo(1);
    JsonNode dropped = balanced(run).required("dropped");
    assertThat(dropped.required("ttl").longValue()).isPositive().isEqualTo(run.number("drops"));
    assertThat(dropped.required("program").longValue()).isZero();
    assertThat(run.err() + run.out())
        .contains(
            "the path from h1 to h66 crosses 66 switches; packets start with TTL 64 and will not"
                + " arrive");
  }

  @Test
  void theSumsAreTheSameOnAnyNumberOfThreads() {
    String arguments =
        "--topology fattree,hosts=32 --workload incast:15x256KiB --trimming off"
            + " --set queue.size=30KB --threads ";

    JsonNode one = balanced(run("one", arguments + 1));
    JsonNode three = balanced(run("three", arguments + 3));

    assertThat(three).isEqualTo(one);
  }
}
