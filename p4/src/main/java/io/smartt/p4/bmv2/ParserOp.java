package io.smartt.p4.bmv2;

/** One operation of a parse state. */
public sealed interface ParserOp {
  /** Extracts a header. */
  record Extract(Target target) implements ParserOp {}

  /** Extracts a header whose varbit field has {@code lengthBits} bits. */
  record ExtractVarbit(Target target, Value lengthBits) implements ParserOp {}

  /** Sets a field. */
  record Set(Value.Field target, Value source) implements ParserOp {}

  /** Ends the parser with an error unless the condition holds. */
  record Verify(Value condition, Value error) implements ParserOp {}

  /** Skips bits. */
  record Advance(Value bits) implements ParserOp {}

  /** Calls a primitive. */
  record Primitive(PrimitiveCall call) implements ParserOp {}

  /** The header to extract. */
  sealed interface Target {
    /** A header instance. */
    record Regular(String header) implements Target {}

    /** The next header of a stack. */
    record NextOfStack(String stack) implements Target {}

    /** A member of the next union of a stack. */
    record NextOfUnionStack(String stack, String member) implements Target {}
  }
}
