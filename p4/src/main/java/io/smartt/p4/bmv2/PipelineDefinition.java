package io.smartt.p4.bmv2;

import module java.base;

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

  /** A direct call of an action from a control. */
  public record ActionCall(String name, int id, int actionId, Optional<String> next) {}

  /** An if of a control; an empty next ends the control. */
  public record Conditional(
      String name,
      int id,
      Value expression,
      Optional<String> trueNext,
      Optional<String> falseNext,
      Optional<SourceLine> source) {}

  /** An action profile, or an action selector where it has a selector. */
  public record ActionProfile(String name, int id, int maxSize, Optional<Selector> selector) {
    /** The selection of a member of a group. */
    public record Selector(String algorithm, List<Bmv2Config.Calculation.Input> inputs) {
      /** Copies the inputs. */
      public Selector {
        inputs = List.copyOf(inputs);
      }
    }
  }
}
