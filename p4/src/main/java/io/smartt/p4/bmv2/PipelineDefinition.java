package io.smartt.p4.bmv2;

import java.util.List;
import java.util.Optional;

/**
 * A control, ingress or egress.
 *
 * @param control its name in the source; {@code name} where the JSON does not say
 */
public record PipelineDefinition(
    String name,
    int id,
    String control,
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
