package io.smartt.view.export;

import io.smartt.experiment.report.Table;
import java.util.regex.Pattern;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** The type of a column's fields. An empty field is a null. */
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

  private final Pattern form;

  ColumnType(Pattern form) {
    this.form = form;
  }

  /** The type of a column of a run's table. */
  static ColumnType of(Table.Type type) {
    return switch (type) {
      case WHOLE -> WHOLE;
      case NUMBER, US -> NUMBER;
      case TEXT -> TEXT;
    };
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
