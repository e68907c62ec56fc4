package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

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
