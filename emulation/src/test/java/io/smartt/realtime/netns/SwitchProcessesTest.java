package io.smartt.realtime.netns;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.needs.Namespaces;
import io.smartt.realtime.containers.IdleBackend;
import io.smartt.realtime.netns.SwitchProcesses.SwitchProgramLauncher;
import io.smartt.softswitch.backend.SwitchBackend;
import io.smartt.softswitch.backend.SwitchBackends;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests of {@link SwitchProcesses} with programs that are no switches. */
@Tag("netns")
@Timeout(50)
@Execution(ExecutionMode.SAME_THREAD)
class SwitchProcessesTest {
  private final Topology topology =
      Topologies.named("single,1", new LinkDefaults(50_000_000_000L, 850_000, 400_000));

  /** A backend that cannot set ports up, by a fault of this program. */
  private static final class FaultyBackend extends IdleBackend {
    @Override
    public void setUp(Map<Integer, SwitchBackend.PortSetup> ports) {
      throw new IllegalStateException("a fault");
    }
  }

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require();
  }

  /** A switch that comes up late is asked again for a minute; a fault of this program is not. */
  @Test
  void aFaultIsNotTakenForASwitchThatIsLate() {
    SwitchProgramLauncher faulty =
        new SwitchProgramLauncher() {
          @Override
          public List<String> command(
              Switch sw, List<String> interfaces, int queuesPerPort, int p4RuntimePort) {
            return List.of("sleep", "60");
          }

          @Override
          public SwitchBackend backend(Switch sw, int p4RuntimePort) {
            return new FaultyBackend();
          }
        };
    SwitchBackends backends = new SwitchBackends(topology, _ -> List.of(), 0);
    try (NamespaceNetwork network = NamespaceNetwork.build(topology)) {
      assertThatThrownBy(() -> SwitchProcesses.start(network, topology, faulty, backends))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("a fault");
    }
  }
}
