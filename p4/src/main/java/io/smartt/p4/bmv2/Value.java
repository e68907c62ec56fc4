package io.smartt.p4.bmv2;

import module java.base;

/**
 * A "type value object" of the BMv2 JSON: an operand of an expression or an argument of a
 * primitive.
 */
public sealed interface Value {
  /** A field of a header instance; the field may be {@code $valid$}. */
  record Field(String header, String field) implements Value {}

  /** A number, negative too. */
  record Constant(BigInteger value) implements Value {}

  /** True or false. */
  record Bool(boolean value) implements Value {}

  /** A header instance. */
  record Header(String name) implements Value {}

  /** A header stack. */
  record Stack(String name) implements Value {}

  /** A header union. */
  record Union(String name) implements Value {}

  /** A stack of header unions. */
  record UnionStack(String name) implements Value {}

  /** A field of the last header that was pushed on a stack. */
  record StackField(String stack, String field) implements Value {}

  /** A field of the last union that was pushed on a stack of unions. */
  record UnionStackField(String stack, String member, String field) implements Value {}

  /** Bits of the packet ahead of the parser, {@code offset} bits from where it stands. */
  record Lookahead(int offset, int width) implements Value {}

  /** A cell of a register array. */
  record RegisterCell(String register, Value index) implements Value {}

  /** An argument of the action; in a length expression a field of the header. */
  record Local(int index) implements Value {}

  /**
   * An operator and its operands.
   *
   * @param condition of {@code ?} only
   */
  record Operation(
      String op, Optional<Value> left, Optional<Value> right, Optional<Value> condition)
      implements Value {}

  /** Field {@code index} of the header that {@code header} yields. */
  record AccessField(Value header, int index) implements Value {}

  /** Member {@code index} of the union that {@code union} yields. */
  record AccessUnionHeader(Value union, int index) implements Value {}

  /** A named object that primitives take: which kind says {@link ObjectKind}. */
  record NamedObject(ObjectKind kind, String name) implements Value {}

  /** Characters. */
  record Text(String text) implements Value {}

  /** The arguments of {@code log_msg}, or an inline field list. */
  record Vector(List<Value> values) implements Value {
    /** Copies the values. */
    public Vector {
      values = List.copyOf(values);
    }
  }

  /** Objects that primitives take by name. */
  enum ObjectKind {
    CALCULATION,
    METER_ARRAY,
    COUNTER_ARRAY,
    REGISTER_ARRAY,
    EXTERN
  }
}
