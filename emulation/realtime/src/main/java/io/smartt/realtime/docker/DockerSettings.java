package io.smartt.realtime.docker;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SettingsSection;
import io.smartt.experiment.settings.TrafficClasses;
import io.smartt.host.settings.Setting;
import io.smartt.realtime.containers.NodePrograms.FabricImages;
import io.smartt.realtime.partition.Machine;

/**
 * Settings of the docker fabric.
 *
 * @param attached false: the run starts and removes them
 * @param machines none: the one engine
 * @param warmUpS 8: what two busy cores take until eighteen containers have compiled what frames
 *     pass
 */
public record DockerSettings(
    @Setting(
            defaultValue = "false",
            meaning =
                "Whether the containers run already and are found by their names, as in the file"
                    + " of 'smartt compose'.")
        boolean attached,
    @Setting(
            defaultValue = "none",
            meaning =
                "Engines of a Swarm's machines that carry the network between them: none (one"
                    + " engine), or such as unix:///var/run/docker.sock*8,tcp://10.0.0.3:2376*4,"
                    + " each with its cores; a manager first.")
        String machines,
    @Setting(
            defaultValue = "8",
            meaning =
                "Seconds of other traffic before the experiment's, to warm up the JVMs; 0: none.")
        double warmUpS,
    @Setting(
            defaultValue = "false",
            meaning =
                "Whether containers are services of the engine's Docker Swarm ('swarm: true' says"
                    + " it too).")
        boolean swarm) {

  /** The keys {@code docker.*} that are read together. */
  static final SettingsSection<DockerSettings> SECTION =
      new SettingsSection<>("docker", DockerSettings.class);

  private static final Pattern ENGINE =
      Pattern.compile("((?:unix:///[^\\s,*]+|tcp://[^\\s,*:]+:(\\d{1,5})))(?:\\*(\\d{1,4}))?");

  /**
   * The machines of several engines; empty where there is one.
   *
   * @throws UserInputException if another setting cannot be with several
   */
  static List<Machine> machines(Settings settings) {
    DockerSettings docker = SECTION.read(settings);
    List<Machine> machines =
        Machine.parse(docker.machines(), ENGINE, "engine", "unix:///path or tcp://host:port");
    if (!machines.isEmpty()) {
      refuse(docker.swarm(), "docker.swarm=true, which has one overlay network a link");
      refuse(docker.attached(), "docker.attached=true, whose containers run already");
      refuse(
          !settings.get(SettingKeys.SWITCH_KIND).own(),
          "switch=bmv2, whose links have no latency to take the way between machines off");
    }
    return machines;
  }

  private static void refuse(boolean is, String what) {
    if (is) {
      throw new UserInputException("docker.machines cannot be with " + what);
    }
  }

  /** Image of the containers. */
  static final SettingKey<String> IMAGE =
      SettingKey.text(
          "docker.image",
          "smartt",
          "Image of the containers of fabric docker; 'smartt image build' makes it.",
          Function.identity());

  /** Image of BMv2. */
  static final SettingKey<String> BMV2_IMAGE =
      SettingKey.text(
          "docker.bmv2-image",
          "p4lang/behavioral-model",
          "Image of the switches of fabric docker where they are BMv2 ('switch: bmv2').",
          Function.identity());

  /** Returns the images that an experiment's settings name, for switches with its classes. */
  public static FabricImages images(Settings settings) {
    return new FabricImages(
        settings.get(IMAGE),
        settings.get(SettingKeys.SWITCH_KIND).own()
            ? Optional.empty()
            : Optional.of(settings.get(BMV2_IMAGE)),
        // Of data, and one of control.
        TrafficClasses.of(settings).weights().size() + 1);
  }
}
