package io.smartt.p4.bmv2;

import module java.base;

/**
 * A header or metadata struct type.
 *
 * @param lengthExpression length of the varbit field in bits; {@code Local} is a field of the type
 * @param maxLengthBytes of a header with a varbit field; 0 where not given
 */
public record HeaderType(
    String name, int id, List<Field> fields, Optional<Value> lengthExpression, int maxLengthBytes) {
  /** The hidden field that tells whether a header is valid. */
  public static final String VALID = "$valid$";

  /** Copies the fields. */
  public HeaderType {
    fields = List.copyOf(fields);
  }

  /**
   * One field.
   *
   * @param width in bits; {@link #VARIABLE} for varbit
   */
  public record Field(String name, int width, boolean signed, boolean saturating) {
    /** The width of a varbit field. */
    public static final int VARIABLE = -1;

    /** Returns whether the width is known only once the header is extracted. */
    public boolean isVariable() {
      return width == VARIABLE;
    }
  }

  /** Position of a field, or -1; the position after the last is {@code $valid$}. */
  public int indexOf(String fieldName) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(fieldName)) {
        return i;
      }
    }
    return fieldName.equals(VALID) ? fields.size() : -1;
  }

  /** Returns whether the type has a varbit field. */
  public boolean isVariable() {
    return fields.stream().anyMatch(Field::isVariable);
  }

  /** Bits of all fields but the varbit one. */
  public int fixedBits() {
    return fields.stream().filter(field -> !field.isVariable()).mapToInt(Field::width).sum();
  }
}
