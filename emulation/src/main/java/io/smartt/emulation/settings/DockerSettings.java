package io.smartt.emulation.settings;

import io.smartt.host.settings.Setting;

/**
 * How containers are come by.
 *
 * @param attached false: the run starts and removes them
 * @param rehearsalS 8: what two busy cores take until eighteen containers have compiled what frames
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
            defaultValue = "8",
            meaning =
                "Seconds of other traffic before the experiment's, to warm up the JVMs; 0: none.")
        double rehearsalS,
    @Setting(
            defaultValue = "false",
            meaning =
                "Whether containers are services of the engine's Docker Swarm ('swarm: true' says"
                    + " it too).")
        boolean swarm) {}
