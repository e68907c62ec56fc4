package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** simple_switch_CLI's commands in the shell, on an embedded switch. */
@Timeout(120)
class ShellEditsTest {
  @TempDir private Path folder;

  private SmarttRun shell(String... lines) throws IOException {
    Path script = Files.write(folder.resolve("commands"), List.of(lines));
    return SmarttRun.command("shell", "--topology", "single,2", script.toString());
  }

  @Test
  void editsChangeWhatPacketsDo() throws IOException {
    Path entries = folder.resolve("s1.txtpb");
    SmarttRun run =
        shell(
            "s1 table_dump ipv4_lpm",
            "h1 ping -c 1 h2",
            // Out by the port of h1.
            "s1 table_modify ipv4_lpm to_port 1 1 02:00:00:00:00:01",
            "! h1 ping -c 1 h2",
            "s1 table_delete ipv4_lpm 1",
            "! h1 ping -c 1 10.0.0.2",
            "s1 table_add ipv4_lpm to_port 10.0.0.2/32 => 2 0x020000000002",
            "h1 ping -c 1 10.0.0.2",
            "s1 table_dump ipv4_lpm",
            "s1 register_write occupancy 5 77",
            "s1 register_read occupancy 5",
            "s1 counter_read egress.marks 1",
            "s1 mc_mgrp_create 5 1 2",
            "! s1 mc_mgrp_create 5 1 2",
            "s1 mc_mgrp_destroy 5",
            "s1 entries " + entries);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .containsOnlyOnce("     1  hdr.ipv4.dst_addr=10.0.0.2/32  ingress.to_port(port=2,")
        .contains("entry 2 of ingress.ipv4_lpm")
        .contains("     2  hdr.ipv4.dst_addr=10.0.0.2/32  ingress.to_port(port=2,")
        .contains("occupancy[5] = 77")
        .contains("egress.marks[1] = 0 packets, 0 bytes");
    assertThat(Files.readString(entries)).contains("action_profile_member {", "table_entry {");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s1 table_ad ipv4_lpm | not 'table_ad'",
        "s1 table_add ipv4_lpm to_port 10.9.0.0 => 2 3 | is not of the form VALUE/LENGTH",
        "s1 table_add ipv4_lpm to_port 10.9.0.0/33 => 2 3 | a prefix of 33 bits in a field of 32",
        "s1 table_add ipv4_lpm to_port 10.9.0.300/16 => 2 3 | '10.9.0.300' is no value",
        "s1 table_add ipv4_lpm to_prt 10.9.0.0/16 => 2 3 | no action named 'to_prt'",
        "s1 table_add ipv4_lpm to_port 10.9.0.0/16 => 2 | takes 2 parameters (port, dst_mac)",
        "s1 table_add ipv4 to_port 10.9.0.0/16 => 2 3 | no table named 'ipv4'",
        "s1 table_add ipv4_lpm to_port | write SWITCH table_add TABLE",
        "s1 table_delete ipv4_lpm 9 | has no entry 9; table_dump",
        "s1 register_read nix | no register named 'nix'",
        "s1 register_read occupancy 99999 | occupancy has",
        "s1 register_write occupancy 1 99999999999 | does not fit into 32 bits"
      })
  void errorsNameWhatIsWrong(String line, String message) throws IOException {
    SmarttRun run = shell(line.strip());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("line 1: ").contains(message);
  }
}
