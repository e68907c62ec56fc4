package io.smartt.p4.bmv2;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** One state of a parser. */
public record ParseState(
    String name,
    int id,
    List<ParserOp> operations,
    List<Value> transitionKey,
    List<Transition> transitions) {
  /** Copies the lists. */
  public ParseState {
    operations = List.copyOf(operations);
    transitionKey = List.copyOf(transitionKey);
    transitions = List.copyOf(transitions);
  }

  /** Where to go next; an empty {@code next} ends the parser. */
  public sealed interface Transition {
    /** The state to go to. */
    Optional<String> next();

    /** Where nothing else matches. */
    record Default(Optional<String> next) implements Transition {}

    /** The key, each field padded to bytes, equals the value under the mask. */
    record Match(BigInteger value, Optional<BigInteger> mask, Optional<String> next)
        implements Transition {}

    /** The key is in a value set, under the mask. */
    record InValueSet(String valueSet, Optional<BigInteger> mask, Optional<String> next)
        implements Transition {}
  }
}
