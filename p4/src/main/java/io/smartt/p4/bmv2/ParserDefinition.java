package io.smartt.p4.bmv2;

import java.util.List;

/** A parser: its states and where it starts. */
public record ParserDefinition(String name, int id, String initState, List<ParseState> states) {
  /** Copies the states. */
  public ParserDefinition {
    states = List.copyOf(states);
  }
}
