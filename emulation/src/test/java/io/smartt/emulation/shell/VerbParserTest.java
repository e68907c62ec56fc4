package io.smartt.emulation.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.emulation.shell.LineShell.Completions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerbParserTest {
  private static final NodeNames NAMES = new NodeNames(List.of("h1", "h2"), List.of("s1", "s2"));

  private static Verb parse(String line) {
    return new VerbParser(NAMES).parse(line);
  }

  @Test
  void aHostsCommandIsKeptAsItIsWritten() {
    assertThat(parse("  h1 sh -c 'echo  a   b' "))
        .isEqualTo(new Verb.Program("h1", "sh -c 'echo  a   b'"));
    assertThat(parse("h1 ping -c 2 h2")).isEqualTo(new Verb.Program("h1", "ping -c 2 h2"));
  }

  @Test
  void wordsBecomeVerbs() {
    assertThat(parse("link s1   s2 down")).isEqualTo(new Verb.LinkState("s1", "s2", false));
    assertThat(parse("flow h1 h2 10MiB")).isEqualTo(new Verb.Flow("h1", "h2", 10 << 20));
    assertThat(parse("iperf h1 h2")).isEqualTo(new Verb.Iperf("h1", "h2", 16 << 20));
    assertThat(parse("iperf h1 h2 1MiB")).isEqualTo(new Verb.Iperf("h1", "h2", 1 << 20));
    assertThat(parse("incast 3x1MiB")).isEqualTo(new Verb.Run("incast:3x1MiB"));
    assertThat(parse("tables s1 ipv4_lpm"))
        .isEqualTo(new Verb.Tables("s1", Optional.of("ipv4_lpm")));
    assertThat(parse("capture on x.pcapng")).isEqualTo(new Verb.CaptureOn(Path.of("x.pcapng")));
    assertThat(parse("quit")).isEqualTo(new Verb.Exit());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "link s1 s2 sideways | write link A B down",
        "capture maybe       | write capture on [FILE] or capture off",
        "pingall h1          | write pingall",
        "h1                  | write HOST ping [-c N] HOST",
        "flow h1 h2 10M      | 10M",
        "flow h1 h2 0B       | 0 B",
        "iperf h1            | write iperf A B [SIZE]",
        "pingal              | did you mean pingall?",
        "s1 ls               | s1 is a switch, which runs no programs",
        "frobnicate          | lists the verbs"
      })
  void whatIsWrongIsNamed(String line, String message) {
    assertThatThrownBy(() -> parse(line))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(message);
  }

  @Test
  void namesOfHostsInACommandStandForTheirAddresses() {
    Topology topology = Topologies.named("single,3", new LinkDefaults(1_000_000, 0, 0));

    assertThat(Shell.withAddresses("curl -s http://h2/  h3 xh2", topology))
        .isEqualTo("curl -s http://h2/  10.0.0.3 xh2");
    assertThat(Shell.withAddresses("ping h2", topology)).isEqualTo("ping -c 4 10.0.0.2");
    assertThat(Shell.withAddresses("ping -c 1 h2", topology)).isEqualTo("ping -c 1 10.0.0.2");
  }

  @Test
  void completionsFollowTheVerb() {
    Completions completions = new Completions(NAMES);

    assertThat(completions.after(List.of())).contains("pingall", "h1", "s1");
    assertThat(completions.after(List.of("s1"))).contains("table_add", "register_read");
    assertThat(completions.after(List.of("link", "s1", "s2"))).containsExactly("down", "up");
    assertThat(completions.after(List.of("queues"))).containsExactly("s1", "s2");
    assertThat(completions.after(List.of("!", "h1", "ping"))).containsExactly("h1", "h2");
  }
}
