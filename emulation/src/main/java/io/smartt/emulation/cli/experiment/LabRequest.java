package io.smartt.emulation.cli.experiment;

import module java.base;

/**
 * A user's wish to run a workload on a lab.
 *
 * @param workload name or file
 * @param out the run folder, if the user named one
 * @param force whether a result in the run folder is replaced
 */
public record LabRequest(String workload, Optional<Path> out, boolean force) {}
