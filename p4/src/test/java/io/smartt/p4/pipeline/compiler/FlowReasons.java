package io.smartt.p4.pipeline.compiler;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.state.ProgramSchema;
import java.util.List;

/** Why a program has no cache of flows. */
public final class FlowReasons {
  private FlowReasons() {}

  /** Returns the reasons; none where it has one. */
  public static List<String> of(
      Bmv2Config config, ProgramLayout layout, ProgramSchema schema, int slowTables) {
    return FlowAnalysis.of(config, layout, schema, slowTables, 1).reasons();
  }
}
