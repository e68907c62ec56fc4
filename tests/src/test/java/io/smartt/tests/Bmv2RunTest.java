package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.emulation.cli.Smartt;
import io.smartt.needs.Namespaces;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code switch: bmv2} on the netns fabric, where BMv2's simple_switch_grpc is on the PATH: the
 * same program and controller on somebody else's switch.
 */
@Tag("netns")
@Timeout(300)
@Isolated
class Bmv2RunTest {
  private static final long MIB = 1 << 20;

  @TempDir private Path folder;

  @BeforeAll
  static void requireBmv2() {
    Namespaces.require();
    ExternalTool.named("simple_switch_grpc", "bmv2");
  }

  @Test
  void anIncastIsMarkedAndTrimmedByBmv2() throws IOException {
    SmarttRun run =
        Netns.run(
            folder.resolve("run"),
            "--set",
            "switch=bmv2",
            "--set",
            "queue.size=6packets",
            "--topology",
            "single,5",
            "--workload",
            "incast:4x1MiB",
            "--capture");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.number("bytesVerified")).isEqualTo(4 * MIB);
    assertThat(run.number("marks")).isPositive();
    assertThat(run.number("trims")).isPositive();

    StringWriter out = new StringWriter();
    assertThat(
            Smartt.execute(
                new PrintWriter(out, true),
                new PrintWriter(out, true),
                "trace",
                "flows",
                folder.resolve("run").resolve("trace.pcapng").toString(),
                "--json"))
        .isZero();
    long marks = 0;
    long trims = 0;
    for (JsonNode flow : new ObjectMapper().readTree(out.toString())) {
      marks += flow.get("marks").longValue();
      trims += flow.get("trims").longValue();
    }
    assertThat(marks).as("marks in the capture").isPositive();
    assertThat(trims).as("trims in the capture").isPositive();
  }

  /** What switches push in front of one another, and what they say of an idle path. */
  @Test
  void aStackHasAnElementOfEachBmv2() throws IOException {
    String hops = PacketPrograms.of(SignalsTest.program("hops.json"), folder);
    SignalsTest.idlePath(run("hops", hops, SignalsTest.IDLE_PATH));
  }

  @ParameterizedTest
  @CsvSource({
    "depth-packets.json, DepthControl.java",
    "../schemes/int-packets.json, ../schemes/Hpcc.java",
    "../schemes/int-packets.json, ../schemes/PowerTcp.java",
    "../schemes/csig-packets.json, ../schemes/CsigNscc.java"
  })
  void anAlgorithmReadsWhatBmv2Writes(String program, String scheme) {
    SmarttRun run =
        run(
            "own",
            SignalsTest.example(program),
            "--scheme",
            SignalsTest.example(scheme),
            "--topology",
            "single,5",
            "--workload",
            "incast:4x256KiB");
    assertThat(run.column("flows.csv", "verified_bytes")).hasSize(4).containsOnly("262144");
  }

  private SmarttRun run(String name, String program, String... more) {
    return SignalsTest.run(
        folder.resolve(name),
        program,
        Stream.concat(Stream.of("--profile", "netns", "--set", "switch=bmv2"), Stream.of(more))
            .toArray(String[]::new));
  }
}
