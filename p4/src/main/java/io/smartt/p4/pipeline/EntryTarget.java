package io.smartt.p4.pipeline;

import java.util.List;

/** The target of an entry: an action, or an action through the table's action profile. */
public sealed interface EntryTarget {
  /**
   * An action with its arguments in declaration order.
   *
   * @param action full P4 name
   */
  record ActionCall(String action, List<Bits> arguments) implements EntryTarget {
    /** Copies the arguments. */
    public ActionCall {
      arguments = List.copyOf(arguments);
    }
  }

  /** A member of the table's action profile. */
  record Member(int id) implements EntryTarget {}

  /** A group of the table's action selector. */
  record Group(int id) implements EntryTarget {}
}
