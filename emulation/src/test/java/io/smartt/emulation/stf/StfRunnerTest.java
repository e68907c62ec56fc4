package io.smartt.emulation.stf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.p4.bmv2.Bmv2Reader;
import io.smartt.p4.pipeline.program.Bmv2Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A runner that misses nothing: scripts that must fail do. */
class StfRunnerTest {
  private static final String HEADER = "0100" + "0000" + "00".repeat(56);

  private static List<String> run(String program, String script) {
    try {
      byte[] json =
          Files.readAllBytes(Path.of("../p4/src/test/resources/programs", program + ".json"));
      return new StfRunner(
              Bmv2Reader.read(json),
              new PipelineDevice(Bmv2Program.load(json).instantiate(new Random(1))))
          .run(StfParser.parse(script)).stream()
              .filter(check -> !check.passed())
              .map(StfRunner.StfCheck::toString)
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aPacketAsExpectedPasses() {
    assertThat(run("externs", "packet 0 " + HEADER + "\nexpect 1 0100 **00")).isEmpty();
  }

  @Test
  void anotherPacketFails() {
    assertThat(run("externs", "packet 0 " + HEADER + "\nexpect 1 02"))
        .singleElement()
        .asString()
        .startsWith("line 2: expected 02, got 0100");
  }

  @Test
  void aLongerPacketFailsWhereTheLengthCounts() {
    assertThat(run("externs", "packet 0 " + HEADER + "aa\nexpect 1 " + HEADER + "$")).hasSize(1);
    assertThat(run("externs", "packet 0 " + HEADER + "aa\nexpect 1 " + HEADER)).isEmpty();
  }

  @Test
  void aPacketThatNobodyExpectsFails() {
    assertThat(run("externs", "packet 0 " + HEADER))
        .singleElement()
        .asString()
        .startsWith("port 1: expected no packet, got also [01");
    assertThat(run("externs", "packet 0 " + HEADER + "\npacket 0 " + HEADER + "\nexpect 1 01"))
        .singleElement()
        .asString()
        .startsWith("port 1: expected 1 packets, got also [0100");
  }

  @Test
  void aMissingPacketFails() {
    assertThat(run("externs", "expect 2 00")).hasSize(1);
    assertThat(run("externs", "expect 2")).containsExactly("line 1: no packet on port 2");
    assertThat(run("externs", "packet 0 " + HEADER + "\nexpect 1\nno_packet")).isEmpty();
    assertThat(run("externs", "packet 0 " + HEADER + "\nno_packet"))
        .contains("line 2: packets that nobody expects");
  }

  @Test
  void countersAreChecked() {
    String count = "09000001" + "00".repeat(56);
    String script = "packet 0 " + count + "\nexpect 1\ncheck_counter counts(1) packets == ";

    assertThat(run("externs", script + "1")).isEmpty();
    assertThat(run("externs", script + "2"))
        .containsExactly("line 3: counter counts(1) is 1, expected == 2");
  }

  @Test
  void clonesAndReplicasGoWhereTheCommandsSay() {
    String clone = "16000007" + "00".repeat(56);
    String group = "17000001" + "00".repeat(56);

    assertThat(
            run(
                "externs",
                """
                mirroring_add 7 4
                packet 0 %s
                expect 1 1600
                expect 4 1601
                mc_mgrp_create 9
                mc_node_create 10 5 6
                mc_node_associate 9 0
                packet 0 %s
                expect 5 170a
                expect 6 170a
                """
                    .formatted(clone, group)))
        .isEmpty();
  }

  @Test
  void aCloneFollowsItsGroupAndAGroupItsNodes() {
    String clone = "16000007" + "00".repeat(56);

    assertThat(
            run(
                "externs",
                """
                mc_mgrp_create 9
                mc_node_create 10 5
                mirroring_add_mc 7 9
                mc_node_associate 9 0
                mc_node_update 0 6 8
                packet 0 %s
                expect 1 1600
                expect 6 1601
                expect 8 1601
                mirroring_delete 7
                packet 0 %s
                expect 1 1600
                """
                    .formatted(clone, clone)))
        .isEmpty();
  }

  @Test
  void nodesAndGroupsThatDoNotExistAreNamed() {
    assertThatThrownBy(() -> run("externs", "mc_node_associate 9 0"))
        .hasMessage("line 1: there is no multicast node 0; 0 were created");
    assertThatThrownBy(() -> run("externs", "mc_node_create 1 2\nmc_node_associate 9 0"))
        .hasMessage("line 2: there is no multicast group 9");
  }

  @Test
  void registersAreWritten() {
    String read = "07000002" + "00".repeat(56);

    assertThat(
            run(
                "externs",
                "register_write narrow_register 2 5\npacket 0 %s\nexpect 1 070000%s05"
                    .formatted(read, "*".repeat(48))))
        .isEmpty();
  }

  @Test
  void namesThatDoNotExistAreNamed() {
    assertThatThrownBy(() -> run("tables", "add no_table hdr.h.a:1 exact_is(n:1)"))
        .hasMessageStartingWith("line 1: there is no table no_table; there are ");
    assertThatThrownBy(() -> run("tables", "add exact_table z:1 exact_is(n:1)"))
        .hasMessage(
            "line 1: table ingress.exact_table has no key field z; it has hdr.h.a, hdr.h.b");
    assertThatThrownBy(() -> run("tables", "add exact_table a:1 exact_is(m:1)"))
        .hasMessage("line 1: action ingress.exact_is needs n");
  }
}
