package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureReader;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.needs.Machine;
import io.smartt.needs.Namespaces;
import io.smartt.realtime.netns.NamespaceNetwork;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The extcap as Wireshark calls it, on ports in namespaces. Needs libpcap too. */
@Tag("netns")
@Tag("pcap")
@Timeout(120)
@Isolated
class NetnsExtcapTest {

  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require("ping");
    Machine.requireLibrary("pcap", "pcap", "libpcap0.8");
  }

  @Test
  void portsAreListedAndCaptured() throws Exception {
    Topology topology =
        Topologies.named("single,2", new LinkDefaults(50_000_000_000L, 850_000, 400_000));
    Path pipe = folder.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    try (NamespaceNetwork network = NamespaceNetwork.build(topology)) {
      String port = network.prefix() + "h1-eth0";
      assertThat(extcap("--extcap-interfaces", "--extcap-version=4.0").out())
          .startsWith("extcap {version=1.0}")
          .contains("interface {value=" + port + "}{display=SMaRTT h1-eth0}\n")
          .contains("interface {value=" + network.prefix() + "s1-eth2}");
      assertThat(extcap("--extcap-interface", port, "--extcap-dlts").out())
          .isEqualTo("dlt {number=1}{name=EN10MB}{display=Ethernet}\n");
      assertThat(extcap("--extcap-interface", port, "--extcap-config").out())
          .startsWith("arg {number=0}{call=--snap}");
      assertThat(extcap("--extcap-interface", port, "--extcap-capture-filter", "udp and and").out())
          .contains("'udp and and' is no filter");
      SmarttRun wrong = extcap("--extcap-interface", port + "x", "--extcap-dlts");
      assertThat(wrong.status()).isEqualTo(2);
      assertThat(wrong.err()).contains("is no port of a running fabric: did you mean " + port);

      Process capturing =
          Netns.start(
              "wireshark",
              "extcap",
              "--extcap-interface",
              port,
              "--capture",
              "--fifo",
              pipe.toString(),
              "--extcap-capture-filter",
              "arp or icmp",
              "--snap",
              "40");
      // The head of the file and at least one packet; then this reader has gone.
      Path read = folder.resolve("read.pcapng");
      Process reader =
          new ProcessBuilder("head", "-c", "300", pipe.toString())
              .redirectOutput(read.toFile())
              .start();
      while (reader.isAlive()) {
        ping(network);
      }
      RecordedPacket first = first(read);
      assertThat(first.bytes()).hasSize(40);
      // The reader has gone: the capture ends as the next frame finds it.
      while (capturing.isAlive()) {
        ping(network);
      }
      assertThat(capturing.exitValue()).isZero();
    }
  }

  /** Has something leave h1, and waits until it has. */
  private static void ping(NamespaceNetwork network) throws IOException {
    Process ping =
        network
            .program("h1", "ping -c 2 -i 0.2 -W 1 10.0.0.2")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    ping.onExit().join();
  }

  private static RecordedPacket first(Path file) {
    try (CaptureReader reader = CaptureReader.open(file)) {
      return reader.next().orElseThrow();
    }
  }

  private static SmarttRun extcap(String... arguments) {
    List<String> all = new ArrayList<>(List.of("wireshark", "extcap"));
    all.addAll(List.of(arguments));
    return SmarttRun.command(all.toArray(String[]::new));
  }
}
