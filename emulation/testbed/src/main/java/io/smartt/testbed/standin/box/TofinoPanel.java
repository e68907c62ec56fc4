package io.smartt.testbed.standin.box;

import module java.base;

import io.netty.channel.EventLoop;
import io.smartt.base.input.UserInputException;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.backend.SwitchBackend.PortSetup;
import io.smartt.testbed.standin.asic.TofinoPipeline;
import io.smartt.testbed.standin.asic.TofinoTables;
import io.smartt.testbed.standin.box.StandInRequest.FrontPort;
import io.smartt.testbed.standin.stratum.ChassisConfig;
import io.smartt.testbed.standin.stratum.CounterBank;
import io.smartt.testbed.standin.stratum.StratumServer.PipelineListener;
import org.p4.v1.Entity;

/** The front ports of a Tofino, with the queues of its chassis configuration. */
final class TofinoPanel implements PipelineListener, AutoCloseable {
  /** Bytes of a Tofino 1's buffer cell. */
  private static final int CELL_BYTES = 80;

  /** Cells of a queue that the chassis configuration does not bound. */
  private static final long UNBOUND_CELLS = 12_500;

  /** The bytes that the mirror puts in front of a copy: they go before the packet is seen again. */
  private static final int MIRROR_HEADER = 2;

  private final String name;
  private final ChassisConfig chassis;
  private final Map<Integer, FrontPort> ports;
  private final Chip<TofinoPipeline> chip;
  private final Consumer<String> said;
  private Map<Integer, PortSetup> setups = Map.of();

  private TofinoPanel(
      String name,
      ChassisConfig chassis,
      Map<Integer, FrontPort> ports,
      Chip<TofinoPipeline> chip,
      Consumer<String> said) {
    this.name = name;
    this.chassis = chassis;
    this.ports = Map.copyOf(ports);
    this.chip = chip;
    this.said = said;
  }

  /**
   * Opens the interfaces and drops every packet until there are entries.
   *
   * @param ports named by their SDK port
   * @param said takes a line for a program that carries no traffic
   */
  static TofinoPanel open(
      String name,
      ChassisConfig chassis,
      List<FrontPort> ports,
      Optional<NetworkNamespace> namespace,
      EventLoop loop,
      Consumer<String> said) {
    Map<Integer, FrontPort> numbered = new LinkedHashMap<>();
    for (FrontPort port : ports) {
      if (!port.name().matches("\\d{1,3}")
          || !chassis.ports().containsKey(Integer.parseInt(port.name()))) {
        throw new UserInputException(
            "%s: port '%s' is not in its chassis configuration, which has %s"
                .formatted(name, port.name(), chassis.ports().keySet().stream().sorted().toList()));
      }
      numbered.put(Integer.parseInt(port.name()), port);
    }
    TofinoPanel panel =
        new TofinoPanel(
            name,
            chassis,
            numbered,
            Chip.open(
                name,
                numbered,
                namespace,
                loop,
                TofinoPipeline.CONTROL_QUEUE + 1,
                (depths, _) ->
                    new TofinoPipeline(depths, new SplittableRandom(name.hashCode()), CELL_BYTES)),
            said);
    panel.setUp(Set.of(), Map.of());
    return panel;
  }

  @Override
  public synchronized void holds(P4InfoIndex info, List<Entity> entities, CounterBank counters) {
    Optional<String> missing = TnaCompiler.missing(info);
    if (missing.isPresent()) {
      if (entities.isEmpty()) {
        said.accept(
            "%s: the program has no table %s: its ports carry traffic of smartt_tna.p4 only"
                .formatted(name, missing.get()));
      }
      chip.pipeline().forwardBy(new TnaCompiler(info, List.of()).tables(counters, Map.of()));
      return;
    }
    TnaCompiler compiler = new TnaCompiler(info, entities);
    setUp(compiler.deflecting(), compiler.cuts());
    chip.pipeline().forwardBy(compiler.tables(counters, deflectPorts()));
  }

  private Map<Integer, Integer> deflectPorts() {
    Map<Integer, Integer> byPipe = new HashMap<>();
    chassis
        .dropTargets()
        .forEach(target -> byPipe.put(TofinoTables.pipe(target.sdkPort()), target.sdkPort()));
    return byPipe;
  }

  /** Sets rates and queues where they change. */
  private void setUp(Set<Integer> deflecting, Map<Integer, TnaCompiler.Cut> cuts) {
    Map<Integer, PortSetup> wanted = new HashMap<>();
    Map<Integer, Integer> deflectPorts = deflectPorts();
    ports.forEach((number, port) -> {
      ChassisConfig.Port line = chassis.ports().get(number);
      if (line == null) {
        return;
      }
      QueueConfig data = queue(number, TofinoPipeline.DATA_QUEUE);
      int pipe = TofinoTables.pipe(number);
      TnaCompiler.Cut cut = cuts.get(pipe);
      QueueConfig cutting =
          cut != null && deflecting.contains(number) && deflectPorts.containsKey(pipe)
              ? data.withTrimming(
                  new QueueConfig.Trimming(
                      Math.max(1, cut.sessionBytes() - MIRROR_HEADER),
                      cut.dscp(),
                      TofinoPipeline.CONTROL_QUEUE))
              : data;
      wanted.put(
          number,
          new PortSetup(
              line.rateBps(),
              port.cable().withUp(line.enabled() && port.cable().up()),
              List.of(cutting, queue(number, TofinoPipeline.CONTROL_QUEUE))));
    });
    if (!wanted.equals(setups)) {
      setups = Map.copyOf(wanted);
      chip.device().setUp(wanted);
    }
  }

  private QueueConfig queue(int port, int id) {
    long cells =
        chassis.queues().getOrDefault(port, List.of()).stream()
            .filter(mapping -> mapping.id() == id)
            .mapToLong(ChassisConfig.QueueMapping::cells)
            .findFirst()
            .orElse(UNBOUND_CELLS);
    return QueueConfig.bytes(Math.max(1, cells) * CELL_BYTES);
  }

  @Override
  public void close() {
    chip.close();
  }
}
