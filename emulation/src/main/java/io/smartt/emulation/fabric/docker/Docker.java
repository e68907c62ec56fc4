package io.smartt.emulation.fabric.docker;

import io.smartt.emulation.run.Capabilities;
import io.smartt.emulation.run.Fabric;
import io.smartt.emulation.run.FabricRun;
import io.smartt.emulation.run.Feature;
import io.smartt.emulation.run.RunInputs;
import io.smartt.emulation.run.Stale;
import io.smartt.emulation.settings.FabricSettings;
import io.smartt.emulation.settings.SettingKey;
import io.smartt.emulation.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** The fabric {@code docker}: containers of a Docker engine, in real time. */
public final class Docker implements Fabric {
  /** Tells runs of this process apart. */
  private final AtomicInteger runs = new AtomicInteger();

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
    return Capabilities.all()
        .without(
            Feature.APPLY,
            ": fabric 'docker' makes its switches as it wants them; 'physical' has some to change")
        .without(Feature.PFC, ", which fabric 'docker' has not; fabric 'virtual' has");
  }

  @Override
  public FabricRun prepare(RunInputs inputs) {
    return new DockerRun(inputs, runs);
  }

  @Override
  public Stale stale() {
    return new Stale() {
      @Override
      public List<String> find() {
        return withEngine(stale ->
            stale.find().stream().map(name -> name + " (containers and networks)").toList());
      }

      @Override
      public void remove() {
        withEngine(stale -> {
          List<String> found = stale.find();
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
