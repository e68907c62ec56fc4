package io.smartt.realtime.docker;

import module java.base;

import io.smartt.experiment.run.Abilities;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SwitchKind;
import io.smartt.realtime.RealTimeRun;

/** The fabric {@code docker}: containers of a Docker engine, in real time. */
public final class Docker implements Fabric {
  private static final String WHAT = " (containers and networks)";

  /** Tells runs of this process apart. */
  private final AtomicInteger runs = new AtomicInteger();

  @Override
  public int place() {
    return 2;
  }

  @Override
  public FabricSettings settings() {
    List<SettingKey<?>> keys =
        new ArrayList<>(List.of(DockerSettings.IMAGE, DockerSettings.BMV2_IMAGE));
    keys.addAll(DockerSettings.SECTION.keys());
    return new FabricSettings("docker", keys, List.of(), Map.of("swarm", "docker.swarm"), Map.of())
        .formerly("docker.rehearsal-s", "docker.warm-up-s");
  }

  @Override
  public Abilities abilities(Fabric.Use use, Settings settings) {
    SwitchKind kind = settings.get(SettingKeys.SWITCH_KIND);
    Abilities network = RealTimeRun.abilities("docker", settings).and(DockerSettings.IMAGE);
    return switch (use) {
      case RUN -> {
        Abilities run = network.and(SettingKeys.SWITCH_KIND).and(DockerSettings.SECTION.names());
        yield kind.own() ? run : run.and(DockerSettings.BMV2_IMAGE);
      }
      case SHELL -> network.butNot(SettingKeys.WORKLOAD).butNot(SettingKeys.captures());
      case TUTORIAL, REPLAY, RERUN -> network.only();
    };
  }

  @Override
  public Fabric.FabricRun prepare(RunInputs inputs) {
    return new DockerRun(inputs, runs);
  }

  @Override
  public Optional<LiveNetworks> live() {
    return Optional.of(
        (plan, clock, monitor) -> DockerLiveNetwork.build(plan, clock, monitor, runs));
  }

  @Override
  public Fabric.Stale stale() {
    return new Fabric.Stale() {
      @Override
      public List<String> find() {
        return withEngine(stale -> stale.find().stream().map(name -> name + WHAT).toList());
      }

      @Override
      public void remove() {
        withEngine(stale -> {
          List<String> found = stale.find();
          found.forEach(stale::remove);
          return found;
        });
      }

      @Override
      public List<String> of(long process) {
        return withEngine(stale -> stale.of(process).stream().map(name -> name + WHAT).toList());
      }

      @Override
      public void remove(long process) {
        withEngine(stale -> {
          List<String> found = stale.of(process);
          found.forEach(stale::remove);
          return found;
        });
      }
    };
  }

  private static List<String> withEngine(Function<StaleContainers, List<String>> use) {
    Optional<DockerEngine> engine = DockerEngine.connectIfThere();
    if (engine.isEmpty()) {
      return List.of();
    }
    try (DockerEngine found = engine.get()) {
      return use.apply(new StaleContainers(found));
    }
  }
}
