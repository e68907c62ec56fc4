package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.exercise.ExerciseFabric.ExerciseBuilder;
import io.smartt.experiment.run.Abilities;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.Fabric.FabricRun;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SwitchKind;
import io.smartt.realtime.RealTimeRun;
import io.smartt.realtime.ServerAccess;
import io.smartt.realtime.partition.Machine;

/** The fabric {@code netns}: Linux network namespaces of this machine, in real time. */
public class Netns implements Fabric {
  private static final Path SELF = Path.of("/proc/self");

  /** The settings that have no sense where workers carry the network. */
  private static final List<String> OF_ONE_MACHINE =
      List.of("netns.switches", "netns.agents", "netns.tcp");

  private final Function<RunInputs, FabricRun> overMachines;

  /**
   * @param overMachines prepares a run whose network workers carry
   */
  protected Netns(Function<RunInputs, FabricRun> overMachines) {
    this.overMachines = overMachines;
  }

  private static List<Machine> workers(Settings settings) {
    return Machine.parse(NetnsSettings.SECTION.read(settings).workers());
  }

  @Override
  public int place() {
    return 1;
  }

  @Override
  public FabricSettings settings() {
    return FabricSettings.of("netns", NetnsSettings.SECTION.keys())
        .formerly("netns.rehearsal-s", "netns.warm-up-s");
  }

  @Override
  public Abilities abilities(Fabric.Use use, Settings settings) {
    SwitchKind kind = settings.get(SettingKeys.SWITCH_KIND);
    Abilities network = RealTimeRun.abilities("netns", settings);
    return switch (use) {
      case RUN -> {
        Abilities run = network.and(SettingKeys.SWITCH_KIND).and(NetnsSettings.SECTION.names());
        if (!workers(settings).isEmpty()) {
          yield run.butNot(OF_ONE_MACHINE)
              .and(ServerAccess.KEYS.stream().<String>map(SettingKey::name).toList());
        }
        run = run.butNot(List.of("netns.hosts-apart"));
        yield kind.own() ? run : run.butNot(List.of("netns.switches"));
      }
      case SHELL ->
          network
              .butNot(SettingKeys.WORKLOAD)
              .butNot(SettingKeys.captures())
              .and(List.of("netns.idle", "netns.raised-priority"));
      case TUTORIAL -> network.only(SettingKeys.FABRIC);
      case REPLAY, RERUN -> network.only();
    };
  }

  @Override
  public void require(ExperimentSpec spec) {
    if (!workers(spec.settings()).isEmpty()) {
      if (!spec.switches().own()) {
        throw new UserInputException(
            "switch: " + spec.switches() + " does not run on netns.workers; embedded does");
      }
      ServerAccess.of(spec.settings()).bearer();
      return;
    }
    requireRights();
    if (!spec.switches().own()) {
      Bmv2Process.find();
    }
  }

  @Override
  public FabricRun prepare(RunInputs inputs) {
    return workers(inputs.spec().settings()).isEmpty()
        ? new NetnsRun(inputs)
        : overMachines.apply(inputs);
  }

  @Override
  public Optional<LiveNetworks> live() {
    return Optional.of(NetnsLiveNetwork::build);
  }

  @Override
  public Optional<ExerciseBuilder> exercises() {
    return Optional.of(NetnsExercise::build);
  }

  @Override
  public Fabric.Stale stale() {
    return new Fabric.Stale() {
      @Override
      public List<String> find() {
        return StaleNamespaces.find();
      }

      @Override
      public void remove() {
        StaleNamespaces.removeAll(StaleNamespaces.find());
      }

      @Override
      public List<String> of(long process) {
        return StaleNamespaces.of(process);
      }

      @Override
      public void remove(long process) {
        StaleNamespaces.removeAll(of(process));
      }

      @Override
      public String inUse() {
        int count = StaleNamespaces.inUse().size();
        return count == 0 ? "" : count + " network namespaces of runs that go on stay";
      }
    };
  }

  /**
   * Checks that who runs this has the rights that network namespaces need.
   *
   * @throws UserInputException in one line that names the fabric which needs less
   */
  public static void requireRights() {
    if (!isRoot()) {
      throw new UserInputException(
          "fabric 'netns' needs root on Linux (sudo ./smartt run ...); the virtual fabric needs"
              + " neither: --set fabric=virtual");
    }
  }

  private static boolean isRoot() {
    try {
      return Files.exists(SELF)
          && Files.getAttribute(SELF, "unix:uid") instanceof Integer uid
          && uid == 0;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
