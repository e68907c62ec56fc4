package io.smartt.emulation.cli.journey;

import module java.base;

import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.p4.pipeline.TraceEvent.FieldChange;

/**
 * The decisions of a P4 program about a packet: its tables, actions and conditions, and what they
 * changed in headers and standard metadata. Not how it read the packet, and not what p4c made for
 * itself: tables without a key around statements outside of actions ({@code tbl_NAME}, whose action
 * has no control in its name), and local variables ({@code scalars.NAME}) but those that a register
 * was read into.
 */
final class ProgramDecisions {
  private ProgramDecisions() {}

  /** The part of an event that a decision is; empty if none. */
  static Optional<TraceEvent> of(TraceEvent event) {
    return switch (event) {
      case TraceEvent.Lookup(var table, var key, var _, var _)
          when key.isEmpty() && table.startsWith("tbl_") ->
          Optional.empty();
      case TraceEvent.ActionStarted(var action, var _) when !action.contains(".") ->
          Optional.empty();
      case TraceEvent.Lookup _, TraceEvent.ActionStarted _, TraceEvent.Condition _ ->
          Optional.of(event);
      // What a program keeps between packets is what it compares.
      case TraceEvent.Step(var text, var _, var _) when text.startsWith("register_read") ->
          Optional.of(event);
      case TraceEvent.Step(var text, var changes, var source) -> {
        List<FieldChange> lasting =
            changes.stream().filter(change -> !change.field().startsWith("scalars.")).toList();
        yield lasting.isEmpty()
            ? Optional.empty()
            : Optional.of(new TraceEvent.Step(text, lasting, source));
      }
      case TraceEvent.ChecksumVerified(var _, var right) when !right -> Optional.of(event);
      default -> Optional.empty();
    };
  }
}
