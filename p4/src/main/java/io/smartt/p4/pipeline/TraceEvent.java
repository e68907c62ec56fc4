package io.smartt.p4.pipeline;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config.SourceLine;

/** One thing that a packet met in a pipeline. Names are the program's. */
public sealed interface TraceEvent {
  /** A field or an argument and its value. */
  record FieldValue(String name, Bits value) {}

  /** A field that has another value than before. */
  record FieldChange(String field, Bits before, Bits after) {}

  /** The parser entered a state. */
  record ParserState(String state) implements TraceEvent {}

  /** The parser took a header off the packet. */
  record Extracted(String header, List<FieldValue> fields) implements TraceEvent {
    /** Copies the fields. */
    public Extracted {
      fields = List.copyOf(fields);
    }
  }

  /** The parser assigned. */
  record ParserAssigned(List<FieldChange> changes) implements TraceEvent {
    /** Copies the changes. */
    public ParserAssigned {
      changes = List.copyOf(changes);
    }
  }

  /**
   * The parser ended.
   *
   * @param error {@code NoError} where there was none
   * @param parsedBytes how much of the packet it took
   */
  record ParserEnded(String error, int parsedBytes) implements TraceEvent {}

  /** A checksum was not verified: its header is not there, or its condition does not hold. */
  record ChecksumNotDue(String field) implements TraceEvent {}

  /** A checksum was verified. */
  record ChecksumVerified(String field, boolean right) implements TraceEvent {}

  /**
   * An if was decided.
   *
   * @param source as of {@link Lookup}
   */
  record Condition(String text, boolean holds, Optional<SourceLine> source) implements TraceEvent {}

  /**
   * A table was looked up.
   *
   * @param key the fields that were matched
   * @param entry that was hit; empty: a miss
   * @param source where the program has it; empty where its JSON does not say so
   */
  record Lookup(
      String table, List<FieldValue> key, Optional<TableEntry> entry, Optional<SourceLine> source)
      implements TraceEvent {
    /** Copies the key. */
    public Lookup {
      key = List.copyOf(key);
    }
  }

  /** An action begins: of a table, or called. What it does follows. */
  record ActionStarted(String action, List<FieldValue> arguments) implements TraceEvent {
    /** Copies the arguments. */
    public ActionStarted {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * A step of an action.
   *
   * @param text as P4 would say it
   * @param changes what is now another value; empty for a step that changes nothing in the packet
   * @param source as of {@link Lookup}
   */
  record Step(String text, List<FieldChange> changes, Optional<SourceLine> source)
      implements TraceEvent {
    /** Copies the changes. */
    public Step {
      changes = List.copyOf(changes);
    }
  }

  /** The deparser brought checksums up to date. */
  record ChecksumsUpdated(List<FieldChange> changes) implements TraceEvent {
    /** Copies the changes. */
    public ChecksumsUpdated {
      changes = List.copyOf(changes);
    }
  }

  /** The deparser put these headers in front of the payload. */
  record Deparsed(List<String> headers) implements TraceEvent {
    /** Copies the names. */
    public Deparsed {
      headers = List.copyOf(headers);
    }
  }
}
