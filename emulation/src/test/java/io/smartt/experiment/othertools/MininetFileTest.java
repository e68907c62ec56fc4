package io.smartt.experiment.othertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.LinksFile;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.othertools.OtherTools.ImportedNetwork;
import io.smartt.needs.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link MininetFile}, by the machine's python3. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MininetFileTest {
  private static final LinkDefaults LINKS = new LinkDefaults(100_000_000_000L, 500_000, 300_000);

  private static final String PAIR =
      """
      from mininet.topo import Topo
      from mininet.link import TCLink
      from mininet.net import Mininet
      from mininet.node import OVSSwitch, RemoteController
      from mininet.log import setLogLevel
      import sibling

      setLogLevel('info')
      print('this is no part of the answer')

      class MySwitch(OVSSwitch):
          def start(self, controllers):
              return OVSSwitch.start(self, controllers)

      class Pair(Topo):
          def build(self, pairs=1, bw=None):
              left = self.addSwitch('left switch', cls=MySwitch, dpid='1')
              right = self.addSwitch('s10')
              self.addLink(left, right, bw=bw or 5, delay='20ms', loss=2.5, cls=TCLink)
              for i in range(pairs, 0, -1):
                  self.addLink(self.addHost('h%d' % (2 * i), cpu=.1), right, port2=20 + i)
                  self.addLink(self.addHost('h%d' % (2 * i - 1)), left, delay='50')
              self.addHost('alone')

      class Failing(Topo):
          def build(self):
              self.addSwitch('s1')
              self.addLink('s1', 'h1')

      topos = {'pair': (lambda *a, **k: Pair(*a, **k)), 'text': lambda: 'no topology'}

      if __name__ == '__main__':
          Mininet(topo=Pair()).start()
      """;

  @TempDir private Path folder;

  @BeforeAll
  static void requirePython() {
    Machine.require("python", "python3");
  }

  private ImportedNetwork read(String text, String topo) {
    return read(text, topo, Duration.ofSeconds(30));
  }

  private ImportedNetwork read(String text, String topo, Duration limit) {
    try {
      Path file = Files.writeString(folder.resolve("my net.py"), text);
      Files.writeString(folder.resolve("sibling.py"), "");
      return new MininetFile(limit)
          .read(
              MininetFile.MininetName.parse(file + (topo.isEmpty() ? "" : "," + topo))
                  .orElseThrow());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void theNetworkIsThatOfTheFile() {
    ImportedNetwork read = read(PAIR, "pair,5,bw=0.5");
    Topology network = LinksFile.parse(read.name(), read.text(), LINKS);

    assertThat(network.name()).isEqualTo("my net.pair-5-bw=0.5.links");
    // By number, so that h10 is after h9, as mn gives addresses.
    assertThat(network.hosts())
        .extracting(Host::name)
        .containsExactly("h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9", "h10");
    assertThat(network.switches()).extracting(Switch::name).containsExactly("left_switch", "s10");
    assertThat(network.access(network.host(9)).peer().number()).isEqualTo(25);
    assertThat(network.access(network.host(0)).link().latencyPs()).isEqualTo(50_000_000L);
    assertThat(network.access(network.host(1)).link().latencyPs()).isEqualTo(500_000L);
    assertThat(network.links())
        .filteredOn(link -> link.rateBps() == 500_000L)
        .singleElement()
        .satisfies(link -> assertThat(link.latencyPs()).isEqualTo(20_000_000_000L));
    assertThat(read.notes())
        .contains(
            "my net.py: left out, since they have no link: alone",
            "my net.py: no effect here: cpu, dpid",
            "my net.py: left switch is left_switch here",
            "my net.py: loss and jitter are settings here: --set"
                + " link.failures=left_switch-s10=loss:2.5%");
  }

  @Test
  void treesAndTheOthersOfMininetAreThere() {
    String text =
        """
        from mininet.topolib import TreeTopo, TorusTopo
        from mininet.topo import LinearTopo, SingleSwitchReversedTopo as Back
        topos = dict(tree=TreeTopo, torus=TorusTopo, linear=LinearTopo, back=Back)
        """;

    assertThat(size(read(text, "tree,2,3"))).isEqualTo("9 4 12");
    assertThat(size(read(text, "torus,3,4,2"))).isEqualTo("24 12 48");
    assertThat(size(read(text, "linear,4,2"))).isEqualTo("8 4 11");
    assertThat(read(text, "back,3").text()).contains("h1 s1:3\nh2 s1:2\nh3 s1:1\n");
  }

  @Test
  void aSettingThatIsToBeCopiedIsWhole() {
    String text =
        """
        from mininet.topo import Topo
        class Lossy(Topo):
            def build(self):
                s = self.addSwitch('s1')
                for i in range(60):
                    self.addLink(self.addHost('h%d' % (i + 1)), s, loss=1)
        topos = {'lossy': Lossy}
        """;

    assertThat(read(text, "lossy").notes())
        .anyMatch(note ->
            note.contains(" --set link.failures=h1-s1=loss:1%,")
                && note.endsWith(",h60-s1=loss:1%"));
  }

  private static String size(ImportedNetwork read) {
    Topology network = LinksFile.parse(read.name(), read.text(), LINKS);
    return network.hosts().size() + " " + network.switches().size() + " " + network.links().size();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | my net.py: which topology? it has: Failing, Pair, pair, text; write ",
        "nope | my net.py: has no topology nope; it has: Failing, Pair, pair, text",
        "text | my net.py: text gives no Topo, but: 'no topology'",
        "Failing | my net.py:28: KeyError: 'h1'",
        "'pair,1,2,3' | my net.py:30: TypeError: ",
        "'pair,bw=-3' | my net.py: link left switch-s10: bw is -3, must be above 0",
        "'pair,bw=fast' | my net.py: link left switch-s10: bw is 'fast', not a number",
        "'pair,bw=1e99' | my net.py: link left switch-s10: bw is 1e+99, must be above 0 and below"
            + " 1000000000",
      })
  void whatIsWrongIsNamedWithItsLine(String topo, String message) {
    assertThatThrownBy(() -> read(PAIR, topo))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "topos = { | my net.py:1: SyntaxError: ",
        "import nothing_of_this_name | my net.py:1: ModuleNotFoundError: ",
        "exit(3) | my net.py:1: SystemExit: 3",
        "import os; os._exit(4) | my net.py: Python gave no network: it said nothing",
        "import os, sys; sys.stderr.write('bad luck\\n'); sys.stderr.flush(); os._exit(4) | my"
            + " net.py: Python gave no network: bad luck",
        "from mininet.net import Mininet; Mininet() | my net.py:1: RuntimeError: Mininet was"
            + " called: only topologies are read here",
        "x = 'a' * (1 << 40) | my net.py:1: MemoryError",
        "1 + 1 | my net.py: has no topology t; it has no 'topos' and no class of Topo",
        "topos = 7 | my net.py: 'topos' is no dictionary",
      })
  void aProgramThatFailsIsNamedWithItsLine(String text, String message) {
    assertThatThrownBy(() -> read(text, "t"))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void aProgramWithoutEndIsEnded() throws IOException {
    // Long enough for a busy machine to come to the file's last line before.
    Duration limit = Duration.ofMillis(1_500);
    assertThatThrownBy(() -> read("a = 1\nwhile True: a += 1\n", "t", limit))
        .hasMessage("my net.py:2: TimeoutError: still runs after 1.5 s");
    Path started = folder.resolve("started");
    // One that takes no notice, says more than fits, and starts others.
    String stubborn =
        """
        import signal
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        import os, subprocess, time
        child = subprocess.Popen(['sleep', '1000'])
        open('%s', 'w').write('%%d %%d' %% (os.getpid(), child.pid))
        for _ in range(1024):
            os.write(1, b'x' * 65536)
        time.sleep(1000)
        """
            .formatted(started);
    assertThatThrownBy(() -> read(stubborn, "t", limit))
        .hasMessage("my net.py: still runs after 1.5 s, and was ended");
    // One that only waits to be taken away has no command.
    assertThat(Files.readString(started).split(" "))
        .hasSize(2)
        .allSatisfy(pid ->
            assertThat(ProcessHandle.of(Long.parseLong(pid)).flatMap(one -> one.info().command()))
                .isEmpty());
  }

  @Test
  void linksThatCannotBeAreNamed() {
    String text =
        """
        from mininet.topo import Topo
        def net(*links):
            t = Topo()
            for name in 'abc': t.addHost(name)
            t.addSwitch('s1')
            for l in links: t.addLink(*l.split('-'))
            return t
        topos = {'t': net}
        """;

    assertThatThrownBy(() -> read(text, "t,a-b"))
        .hasMessage("my net.py: a link between hosts a and b; one end is a switch here");
    assertThatThrownBy(() -> read(text, "t,a-s1,a-s1"))
        .hasMessage(
            "my net.py: host a has 2 links, where a host has one; a router is added with"
                + " addSwitch");
    assertThatThrownBy(() -> read(text, "t,s1-s1"))
        .hasMessage("my net.py: a link from s1 to itself");
    assertThatThrownBy(() ->
            new MininetFile(Duration.ofSeconds(1)).read(new MininetFile.MininetName("/x.py", "t")))
        .hasMessage("topology: there is no file /x.py");
  }
}
