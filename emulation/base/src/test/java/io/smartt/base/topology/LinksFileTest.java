package io.smartt.base.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link LinksFile}. */
class LinksFileTest {
  private static final LinkDefaults LINKS = new LinkDefaults(100_000_000_000L, 500_000, 300_000);

  /** Pods of three and of one host; the second pod's cable is faster, and one switch is slow. */
  private static final String UNEVEN =
      """
      # first pod
      h1 tor1
      h2 tor1
      h3 tor2 25Gbps
      tor1 agg1 400Gbps
      tor2 agg1
      agg1 core1 400Gbps 2us
      # second pod
      h4 tor3
      tor3 agg2
      agg2 core1
      switch core1 1us
      """;

  private static Topology parse(String text) {
    return LinksFile.parse("pods.links", text, LINKS);
  }

  @Test
  void nodesTiersRatesAndLatenciesAreThoseOfTheFile() {
    Topology network = parse(UNEVEN);

    assertThat(network.name()).isEqualTo("pods.links");
    assertThat(network.hosts()).hasSize(4);
    assertThat(network.switches().stream().map(sw -> sw.name() + " " + sw.tier()))
        .containsExactly("tor1 0", "tor2 0", "agg1 1", "core1 2", "tor3 0", "agg2 1");
    assertThat(network.access(network.host(2)).rateBps()).isEqualTo(25_000_000_000L);
    Switch core = (Switch) network.node("core1").orElseThrow();
    assertThat(core.latencyPs()).isEqualTo(1_000_000);
    assertThat(network.switches().getFirst().latencyPs()).isEqualTo(300_000);
    assertThat(network.adjacencies(core).getFirst().link().latencyPs()).isEqualTo(2_000_000);
    assertThat(network.adjacencies(core).getFirst().rateBps()).isEqualTo(400_000_000_000L);
    assertThat(network.routes().links(network.host(0), network.host(3))).isEqualTo(6);
    assertThat(network.routes().links(network.host(0), network.host(2))).isEqualTo(4);
  }

  @Test
  void hostsHaveTheirOwnNamesAndPortsTheirOwnNumbers() {
    Topology network =
        parse(
            """
            host web
            host client_1
            client_1 r1:7
            web r1 - 3us
            h1 r1:1 10Mbps -
            h1 h2
            """);

    assertThat(network.hosts()).extracting(Host::name).containsExactly("web", "client_1");
    assertThat(network.host(0).ipv4Text()).isEqualTo("10.0.0.1");
    assertThat(network.switches()).extracting(Switch::name).containsExactly("r1", "h1", "h2");
    Link web = network.access(network.host(0)).link();
    assertThat(web.rateBps()).isEqualTo(LINKS.rateBps());
    assertThat(web.latencyPs()).isEqualTo(3_000_000);
    // 7 and 1 are taken, so that the link without a number has the next free one.
    assertThat(network.access(network.host(0)).peer().number()).isEqualTo(2);
    assertThat(network.access(network.host(1)).peer().number()).isEqualTo(7);
    Link uplink = network.links().get(2);
    assertThat(uplink.rateBps()).isEqualTo(10_000_000);
    assertThat(uplink.latencyPs()).isEqualTo(LINKS.linkLatencyPs());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h1 s1;h3 s1 | pods.links: host h2 has no link, and there is h3",
        "h1 s1;h2 | pods.links:2: expected a link, such as",
        "h1 h2 | pods.links:1: a link between hosts h1 and h2",
        "h1 s1;h1 s2;s1 s2 | pods.links: host h1 has more than one link",
        "h1 s1;h2 s2 | pods.links: host h2 has no path to host h1",
        "h1 s1;h2 s1 fast | pods.links:2: 'fast'",
        "h1 s1;h2 s1;switch s2 1us | pods.links: switch s2 has no link",
        "h1 s1;h2 s1;switch h1 1us | pods.links: h1 is a host and a switch",
        "host a;host b;a s1;b s1;switch b - | pods.links: b is a host and a switch",
        "h1 s1;s1 s1 | pods.links:2: a link from s1 to itself",
        "h1 s1;s2 s3 | pods.links: no way from switch s2 to a host",
        "host a;host a | pods.links:2: host a is there twice",
        "host a;a s1;host b;a b | pods.links:4: a link between hosts a and b",
        "host a;host b;a s1 | pods.links: host b has no link",
        "h1 s1:3;h2 s1:3 | pods.links: two links at port 3 of switch s1",
        "h1:1 s1;h2 s1 | pods.links:1: h1 is a host, whose port has no number",
        "h1 s1:511;h2 s1 | pods.links:1: port s1:511 is above 510",
        "h1 s1;h9999999 s1 | pods.links: host h2 has no link, and there is h9999999",
        "h1 a-b | pods.links:1: 'a-b' is no name of a node",
        "'' | pods.links: no hosts",
      })
  void whatIsWrongIsNamed(String text, String message) {
    assertThatThrownBy(() -> parse(text.replace(';', '\n')))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith(message);
  }
}
