package io.smartt.realtime.docker;

import io.smartt.experiment.run.ActingKeys;
import io.smartt.experiment.run.Capabilities;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.FabricRun;
import io.smartt.experiment.run.Feature;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.run.Stale;
import io.smartt.experiment.run.Use;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SwitchKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

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
  public Capabilities capabilities(Settings settings) {
    Capabilities embedded =
        Capabilities.all()
            .without(
                Feature.APPLY,
                ": fabric 'docker' makes its switches as it wants them; 'physical' has some to"
                    + " change")
            .without(Feature.PFC, ", which fabric 'docker' has not; fabric 'virtual' has")
            .without(
                Feature.HOST_LINK_RATES,
                ": hosts of fabric 'docker' keep the rate of their links; those of 'virtual' do"
                    + " not")
            .without(
                Feature.ONE_WAY_RATES,
                ": links of fabric 'docker' have one rate for both directions; those of 'virtual'"
                    + " may have two");
    return embedded.of(settings.get(SettingKeys.SWITCH_KIND));
  }

  @Override
  public ActingKeys acting(Use use, Settings settings) {
    if (use == Use.SHELL) {
      return ActingKeys.ofExperiment(settings)
          .and(List.of("pfc.use"))
          .butNot(SettingKeys.WORKLOAD)
          .butNot(SettingKeys.captures())
          .and(DockerSettings.IMAGE)
          .and(SettingKeys.LINK_LOSS)
          .andFailures();
    }
    if (use != Use.RUN) {
      return new ActingKeys(Set.of());
    }
    ActingKeys run =
        ActingKeys.ofExperiment(settings)
            .and(List.of("pfc.use"))
            .and(SettingKeys.SWITCH_KIND, DockerSettings.IMAGE)
            .and(DockerSettings.SECTION);
    SwitchKind kind = settings.get(SettingKeys.SWITCH_KIND);
    ActingKeys images = kind.own() ? run : run.and(DockerSettings.BMV2_IMAGE);
    return kind.shapesLinks() ? images.and(SettingKeys.LINK_LOSS).andFailures() : images;
  }

  @Override
  public FabricRun prepare(RunInputs inputs) {
    return new DockerRun(inputs, runs);
  }

  @Override
  public Optional<LiveNetworks> live() {
    return Optional.of(
        (plan, clock, monitor) -> DockerLiveNetwork.build(plan, clock, monitor, runs));
  }

  @Override
  public Stale stale() {
    return new Stale() {
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
