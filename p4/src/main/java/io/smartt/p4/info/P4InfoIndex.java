package io.smartt.p4.info;

import org.p4.config.v1.P4Info;

/**
 * The names, ids and widths of one program, with every reference resolved. Immutable.
 *
 * @param message what it was made of
 * @param counters arrays and direct counters
 * @param meters arrays and direct meters
 */
public record P4InfoIndex(
    P4Info message,
    P4Objects<TableInfo> tables,
    P4Objects<ActionInfo> actions,
    P4Objects<ActionProfileInfo> actionProfiles,
    P4Objects<CounterInfo> counters,
    P4Objects<MeterInfo> meters,
    P4Objects<RegisterInfo> registers,
    P4Objects<ValueSetInfo> valueSets,
    P4Objects<DigestInfo> digests,
    P4Objects<ControllerHeaderInfo> controllerHeaders) {

  /**
   * Indexes a program.
   *
   * @throws InvalidP4InfoException where it contradicts itself: an id given twice, a reference to
   *     nothing, a width below zero
   */
  public static P4InfoIndex of(P4Info message) {
    return new P4InfoIndexer(message).index();
  }

  /** The program's name, or empty where it has none. */
  public String programName() {
    return message.getPkgInfo().getName();
  }

  /** The metadata that goes with packet-in or packet-out, in header order. */
  public record ControllerHeaderInfo(
      int id, String name, String alias, P4Objects<ParamInfo> metadata) implements P4Object {}
}
