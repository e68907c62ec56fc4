package io.smartt.tests.sonic;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.testbed.SonicSwitchDrivers;
import io.smartt.testbed.TestbedChange;
import io.smartt.testbed.TestbedChange.SwitchWaiting;
import io.smartt.testbed.TestbedFacts;
import io.smartt.testbed.TestbedSwitch;
import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.GnmiSwitch;
import io.smartt.testbed.sonic.change.CheckpointStore;
import io.smartt.testbed.sonic.change.Pace;
import io.smartt.testbed.sonic.change.PortAdmin;
import io.smartt.testbed.standin.sonic.ConfigStore;
import io.smartt.testbed.standin.sonic.FactorySwitch;
import io.smartt.testbed.standin.sonic.SlowUpdater;
import io.smartt.testbed.standin.sonic.SonicServer;
import io.smartt.testbed.standin.sonic.SwitchTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One of the profile's switches, and a harness that changes it and can be killed. Time is virtual,
 * so that a switch may take its minutes.
 */
final class StagedLab implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private final String name;
  private final Path folder;
  private final SwitchTime time = new VirtualTime();
  private final SonicServer server;
  private final List<String> heard = new ArrayList<>();
  private final List<String> said = new ArrayList<>();

  /** Experiments by their settings: to read one again costs more than a change of a switch. */
  private final Map<List<String>, ExperimentSpec> specs = new HashMap<>();

  /** The harness ends at once, as by a power cut: nothing that it has not done is done. */
  static final class Killed extends Error {}

  StagedLab(String name, Path folder, String configDb) {
    this.name = name;
    this.folder = folder;
    ConfigStore config = new ConfigStore(configDb, FactorySwitch.STATE);
    server = Servers.open(config, time);
    server.updater().tell(heard::add);
  }

  /** The switch of the spines, as SONiC's templates leave it. */
  static StagedLab spines(Path folder) {
    return new StagedLab("trident2", folder, FactorySwitch.configDb("trident2"));
  }

  /** The switch of the leaves, which has the hosts. */
  static StagedLab leaves(Path folder) {
    return new StagedLab("trident1", folder, FactorySwitch.configDb("trident1"));
  }

  ConfigStore config() {
    return server.config();
  }

  SlowUpdater updater() {
    return server.updater();
  }

  /** The switch's time. */
  Duration clock() {
    return time.now();
  }

  /** What the switch said of Sets that it got while it was at work on another. */
  List<String> overlaps() {
    return heard.stream().filter(line -> line.contains("while another")).toList();
  }

  /** What the switch said of Sets that it has done. */
  List<String> done() {
    return heard.stream().filter(line -> line.endsWith("operations done")).toList();
  }

  /** What was said since the last change began. */
  String said() {
    return String.join("\n", said);
  }

  void apply(String... settings) {
    change(virtual(), Duration.ofMinutes(15), "").apply(spec(settings), boxes());
  }

  void revert() {
    change(virtual(), Duration.ofMinutes(15), "").revert(boxes());
  }

  /** Takes ports down or up as {@code smartt link} does. */
  void ports(boolean up, String... ports) {
    TestbedFacts facts = new TestbedFacts(spec().settings());
    try (GnmiSwitch device = new SonicSwitchDrivers(facts, DEADLINE).connect(boxes().getFirst())) {
      new PortAdmin(virtual(), Pace.Patience.STANDARD).set(device, Set.of(ports), up);
    }
  }

  /** Reads CONFIG_DB as {@code smartt plan} does. */
  ConfigDb read() {
    TestbedFacts facts = new TestbedFacts(spec().settings());
    try (GnmiSwitch device = new SonicSwitchDrivers(facts, DEADLINE).connect(boxes().getFirst())) {
      return device.read();
    }
  }

  /** With less patience. */
  void apply(Duration patience) {
    change(virtual(), patience, "").apply(spec(), boxes());
  }

  /** With less patience. */
  void revert(Duration patience) {
    change(virtual(), patience, "").revert(boxes());
  }

  /** Killed when it is about to send a stage. */
  void applyKilledBefore(int stage, String... settings) {
    change(virtual(), Duration.ofMinutes(15), "stage %d of".formatted(stage))
        .apply(spec(settings), boxes());
  }

  /** Killed when it is about to send a stage. */
  void revertKilledBefore(int stage) {
    change(virtual(), Duration.ofMinutes(15), "stage %d of".formatted(stage)).revert(boxes());
  }

  /** Killed when it waits for the switch. */
  void applyKilledWaiting() {
    change(deadly(), Duration.ofMinutes(15), "").apply(spec(), boxes());
  }

  /** Killed when it waits for the switch. */
  void revertKilledWaiting() {
    change(deadly(), Duration.ofMinutes(15), "").revert(boxes());
  }

  private TestbedChange change(Pace pace, Duration patience, String deadlyWord) {
    said.clear();
    Pace.Patience with =
        new Pace.Patience(Duration.ofSeconds(30), Duration.ofSeconds(60), patience);
    return new TestbedChange(
        new TestbedFacts(spec().settings()),
        new CheckpointStore(folder),
        new SwitchWaiting(DEADLINE, with, pace),
        line -> {
          said.add(line);
          if (!deadlyWord.isEmpty() && line.contains(deadlyWord)) {
            throw new Killed();
          }
        });
  }

  private Pace virtual() {
    return new VirtualPace(time, server);
  }

  private Pace deadly() {
    return new Pace() {
      @Override
      public Instant now() {
        return virtual().now();
      }

      @Override
      public void pause(Duration time) {
        throw new Killed();
      }
    };
  }

  private List<TestbedSwitch> boxes() {
    return new TestbedFacts(spec().settings())
        .boxes().stream().filter(box -> box.name().equals(name)).toList();
  }

  private ExperimentSpec spec(String... more) {
    return specs.computeIfAbsent(List.of(more), this::load);
  }

  private ExperimentSpec load(List<String> more) {
    List<String> settings =
        new ArrayList<>(
            List.of(
                "tls.ca=none",
                "tls.certificate=none",
                "tls.key=none",
                "switches." + name + ".address=localhost:" + server.port()));
    settings.addAll(more);
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load("trident4-leaf-spine", Map.of(), settings, false);
  }

  @Override
  public void close() {
    server.close();
  }
}
