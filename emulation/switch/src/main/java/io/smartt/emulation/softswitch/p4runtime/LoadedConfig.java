package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.PipelineProgram;

/**
 * A pipeline config whose parts are understood: the program and what it shows its controller.
 *
 * @param dropsExpired whether ingress is known to drop every IPv4 packet whose TTL has run out, so
 *     that the drop of such a packet has that reason
 */
public record LoadedConfig(PipelineProgram program, P4InfoIndex info, boolean dropsExpired) {
  /** A config of a program whose reasons to drop are its own. */
  public LoadedConfig(PipelineProgram program, P4InfoIndex info) {
    this(program, info, false);
  }
}
