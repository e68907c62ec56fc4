package io.smartt.p4.bmv2;

import java.util.List;
import java.util.Optional;

/** A control, ingress or egress. */
public record PipelineDefinition(
    String name,
    int id,
    Optional<String> initTable,
    List<ActionProfile> actionProfiles,
    List<TableDefinition> tables,
    List<Conditional> conditionals,
    List<ActionCall> actionCalls) {
  /** Copies the lists. */
  public PipelineDefinition {
    actionProfiles = List.copyOf(actionProfiles);
    tables = List.copyOf(tables);
    conditionals = List.copyOf(conditionals);
    actionCalls = List.copyOf(actionCalls);
  }
}
