package io.smartt.p4.bmv2;

import module java.base;

/** One state of a parser. */
public record ParseState(
    String name,
    List<ParserOp> operations,
    List<Value> transitionKey,
    List<Transition> transitions) {
  /** Copies the lists. */
  public ParseState {
    operations = List.copyOf(operations);
    transitionKey = List.copyOf(transitionKey);
    transitions = List.copyOf(transitions);
  }

  /** The next state; an empty {@code next} ends the parser. */
  public sealed interface Transition {
    /** The state to go to. */
    Optional<String> next();

    /** The next state where nothing else matches. */
    record Default(Optional<String> next) implements Transition {}

    /** The key, each field padded to bytes, equals the value under the mask. */
    record Match(BigInteger value, Optional<BigInteger> mask, Optional<String> next)
        implements Transition {}

    /** The key is in a value set, under the mask. */
    record InValueSet(String valueSet, Optional<BigInteger> mask, Optional<String> next)
        implements Transition {}
  }

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
    record Primitive(Bmv2Config.ActionDefinition.PrimitiveCall call) implements ParserOp {}

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

  /** A parser: its states and where it starts. */
  public record ParserDefinition(String name, String initState, List<ParseState> states) {
    /** Copies the states. */
    public ParserDefinition {
      states = List.copyOf(states);
    }
  }
}
