package io.smartt.emulation.export;

import java.util.Set;
import java.util.regex.Pattern;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** What a column has. An empty field is a null. */
enum ColumnType {
  /** A whole number of 64 bits. */
  WHOLE(Pattern.compile("-?\\d{1,18}")) {
    @Override
    PrimitiveType of(String name) {
      return Types.optional(PrimitiveTypeName.INT64).named(name);
    }

    @Override
    void add(Group row, String name, String text) {
      row.add(name, Long.parseLong(text));
    }
  },

  /** A number of double precision. */
  NUMBER(Pattern.compile("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?")) {
    @Override
    PrimitiveType of(String name) {
      return Types.optional(PrimitiveTypeName.DOUBLE).named(name);
    }

    @Override
    void add(Group row, String name, String text) {
      row.add(name, Double.parseDouble(text));
    }
  },

  /** Text in UTF-8. */
  TEXT(Pattern.compile("(?s).*")) {
    @Override
    PrimitiveType of(String name) {
      return Types.optional(PrimitiveTypeName.BINARY)
          .as(LogicalTypeAnnotation.stringType())
          .named(name);
    }

    @Override
    void add(Group row, String name, String text) {
      row.add(name, text);
    }
  };

  /** Columns of a run's tables, by name: the same in every run. */
  private static final Set<String> TEXTS =
      Set.of(
          "src",
          "dst",
          "scheme",
          "switch",
          "peer",
          "node",
          "metric",
          "unit",
          "kind",
          "what",
          "where",
          "job",
          "host",
          "operation",
          "place",
          "next_waits_for",
          "waits_for",
          "collective",
          "algorithm");

  private static final Pattern NUMBERS =
      Pattern.compile(".*_us|slowdown.*|.*_gbytes_s|min|mean|median|p95|p99|max");

  private final Pattern form;

  ColumnType(Pattern form) {
    this.form = form;
  }

  /** The type of a column of a run's table. */
  static ColumnType ofRun(String column) {
    if (TEXTS.contains(column)) {
      return TEXT;
    }
    return NUMBERS.matcher(column).matches() ? NUMBER : WHOLE;
  }

  /** Returns whether a field can be of this type. */
  boolean takes(String text) {
    return text.isEmpty() || form.matcher(text).matches();
  }

  /** The narrowest type of a field that another one of its column was of this type. */
  ColumnType with(String text) {
    ColumnType type = this;
    while (!type.takes(text)) {
      type = type == WHOLE ? NUMBER : TEXT;
    }
    return type;
  }

  abstract PrimitiveType of(String name);

  abstract void add(Group row, String name, String text);
}
