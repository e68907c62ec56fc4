package io.smartt.base.topology;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import org.junit.jupiter.api.Test;

class TopologyBuilderTest {
  private final TopologyBuilder builder = new TopologyBuilder("net");

  @Test
  void refusesAHostWithoutALink() {
    builder.addHost();

    assertThatThrownBy(builder::build)
        .isInstanceOf(UserInputException.class)
        .hasMessage("net: host h1 has no link");
  }

  @Test
  void refusesAHostWithTwoLinks() {
    Host host = builder.addHost();
    Switch sw = builder.addSwitch("s1", 0, 0);
    builder.link(host, sw, 1, 0);

    assertThatThrownBy(() -> builder.link(host, sw, 1, 0))
        .hasMessage("net: host h1 has more than one link");
  }

  @Test
  void refusesANetworkInTwoParts() {
    for (String name : new String[] {"s1", "s2"}) {
      builder.link(builder.addHost(), builder.addSwitch(name, 0, 0), 1, 0);
    }

    assertThatThrownBy(builder::build).hasMessage("net: host h2 has no path to host h1");
  }

  @Test
  void refusesANetworkWithoutHosts() {
    assertThatThrownBy(builder::build).hasMessage("net: no hosts");
  }
}
