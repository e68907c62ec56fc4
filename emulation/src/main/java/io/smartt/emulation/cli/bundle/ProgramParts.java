package io.smartt.emulation.cli.bundle;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.scheme.Schemes;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.switchd.options.Version;

/** The program as bundles name it. */
final class ProgramParts {
  private ProgramParts() {}

  /** A class of each module. */
  static List<Class<?>> classes() {
    return List.of(
        Bmv2Program.class,
        PipelineConfig.class,
        Schemes.class,
        HostAgent.class,
        Version.class,
        ProgramParts.class);
  }

  static String version() {
    try {
      return Version.number();
    } catch (IOException e) {
      throw new RunFailedException("cannot read the program's version: " + FileErrors.reason(e), e);
    }
  }
}
