package io.smartt.emulation.experiment;

import io.smartt.host.settings.Setting;

/**
 * How containers are come by.
 *
 * @param attached false: the run starts and removes them
 */
public record DockerSettings(
    @Setting(
            standard = "false",
            meaning =
                "Whether the containers run already and are found by their names, as in the file"
                    + " of 'smartt compose'.")
        boolean attached) {}
