package io.smartt.emulation.softswitch.process;

import io.smartt.emulation.softswitch.standalone.SwitchLog;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What log is wanted.
 *
 * @param console whether on standard output
 * @param file where else; not together with the console
 * @param flushed whether each line of the file is written out at once
 * @param dumpBytes how much of each packet is shown
 */
public record LogRequest(
    boolean console, Optional<Path> file, SwitchLog.Level level, boolean flushed, int dumpBytes) {}
