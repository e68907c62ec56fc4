package io.smartt.emulation.cli.p4;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.CommandLineRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code smartt p4 stf} on the switch program. */
class P4StfCommandTest {
  private static final String SET_UP =
      """
      add traffic_class dscp:0x00 data_class(queue:0)
      setdefault ecmp_salt set_salt(salt:1)
      register_write occupancy 3 7
      mc_mgrp_create 5
      mc_node_create 1 2 3
      mc_node_associate 5 0
      mirroring_add 9 4
      """;
  private static final String PACKET = "packet 1 " + "00".repeat(64) + "\n";

  @TempDir private Path folder = Path.of("");

  private Path json = Path.of("");

  @BeforeEach
  void program() throws IOException {
    json = folder.resolve("smartt.json");
    try (InputStream in =
        P4StfCommandTest.class.getResourceAsStream("/io/smartt/p4/programs/smartt.json")) {
      Files.copy(in, json);
    }
  }

  private CommandLineRun run(String script) throws IOException {
    Path file = folder.resolve("test.stf");
    Files.writeString(file, script);
    return CommandLineRun.of("p4", "stf", json.toString(), file.toString());
  }

  @Test
  void expectationsThatAreMetAreListedAndCounted() throws IOException {
    CommandLineRun run = run(SET_UP + PACKET + "no_packet\ncheck_counter trims(1) packets == 0");

    assertThat(run.err).isEmpty();
    assertThat(run.out.lines())
        .containsExactly(
            "ok    line 9: no other packet",
            "ok    line 10: counter trims(1) is 0",
            "2 of 2 expectations met");
    assertThat(run.status).isZero();
  }

  @Test
  void aScriptThatExpectsNoPacketHoldsWhereNoneIsSent() throws IOException {
    CommandLineRun run = run(SET_UP + PACKET + PACKET);

    assertThat(run.out.lines())
        .containsExactly("ok    no packet sent, of 2 received", "1 of 1 expectations met");
    assertThat(run.status).isZero();
  }

  @Test
  void anExpectationThatFailsEndsWithOne() throws IOException {
    CommandLineRun run = run(SET_UP + PACKET + "expect 2 0102");

    assertThat(run.out.lines())
        .containsExactly(
            "FAIL  line 9: port 2 sent 0 packets, expected 0102", "1 of 1 expectations failed");
    assertThat(run.status).isEqualTo(1);
  }

  @Test
  void whatTheSwitchRefusesIsAFailureWithItsReason() throws IOException {
    CommandLineRun run =
        run(
            """
            add traffic_class dscp:1 data_class(queue:0)
            add traffic_class dscp:1 data_class(queue:0)
            no_packet\
            """);

    assertThat(run.out)
        .contains("FAIL  line 2: refused: INSERT ingress.traffic_class[hdr.ipv4.dscp=1]")
        .contains("already has the entry");
    assertThat(run.status).isEqualTo(1);
  }

  @Test
  void aScriptThatDoesNotFitTheProgramIsWrongInput() throws IOException {
    assertThat(run("add nothing a:1 b()").err).contains("test.stf: line 1: there is no table");
    assertThat(run("packet 1 0").err).contains("test.stf: line 1: a packet is an even number");
    assertThat(run("wait").err).contains("expects nothing");
    assertThat(run("wait").status).isEqualTo(2);
  }

  @Test
  void filesThatCannotBeUsedAreNamed() throws IOException {
    Path broken = folder.resolve("broken.json");
    Files.writeString(broken, "{ \"actions\": 5");

    assertThat(CommandLineRun.of("p4", "stf", "none.json", "x.stf").err)
        .isEqualTo("smartt: none.json: no such file" + System.lineSeparator());
    assertThat(CommandLineRun.of("p4", "stf", json.toString(), "none.stf").err)
        .isEqualTo("smartt: none.stf: no such file" + System.lineSeparator());
    assertThat(CommandLineRun.of("p4", "stf", broken.toString(), "x.stf").err)
        .startsWith("smartt: " + broken + ": BMv2 JSON");
  }
}
