package io.smartt.host.packetio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Ipv4NetworkTest {
  private static boolean holds(String network, String address) throws UnknownHostException {
    return InterfaceNames.Ipv4Network.parse(network, "net:" + network)
        .holds(InetAddress.getByName(address));
  }

  @Test
  void holdsTheAddressesWithItsPrefix() throws UnknownHostException {
    assertThat(holds("198.18.0.8/29", "198.18.0.8")).isTrue();
    assertThat(holds("198.18.0.8/29", "198.18.0.15")).isTrue();
    assertThat(holds("198.18.0.8/29", "198.18.0.16")).isFalse();
    assertThat(holds("198.18.0.8/29", "198.18.0.7")).isFalse();
    assertThat(holds("0.0.0.0/0", "203.0.113.1")).isTrue();
    assertThat(holds("203.0.113.1/32", "203.0.113.1")).isTrue();
    assertThat(holds("203.0.113.1/32", "203.0.113.0")).isFalse();
    assertThat(holds("0.0.0.0/0", "::1")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"198.18.0.8", "198.18.0.256/29", "198.18.0.8/33", "::/0", ""})
  void refusesWhatIsNoNetwork(String text) {
    assertThatThrownBy(() -> InterfaceNames.Ipv4Network.parse(text, "net:" + text))
        .isInstanceOf(PacketIoException.class)
        .hasMessage("net:" + text + ": write net: and a network, such as net:10.0.0.0/29");
  }
}
