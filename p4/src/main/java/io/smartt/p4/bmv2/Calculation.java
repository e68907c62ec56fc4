package io.smartt.p4.bmv2;

import java.math.BigInteger;
import java.util.List;

/** A hash or checksum over fields. */
public record Calculation(String name, int id, String algorithm, List<Input> inputs) {
  /** Copies the inputs. */
  public Calculation {
    inputs = List.copyOf(inputs);
  }

  /** One piece of what is hashed; pieces follow each other bit by bit. */
  public sealed interface Input {
    /** A field; nothing where its header is not valid. */
    record Field(Value.Field field) implements Input {}

    /** A number of {@code width} bits. */
    record Constant(BigInteger value, int width) implements Input {}

    /** A whole header; nothing where it is not valid. */
    record Header(String name) implements Input {}

    /** The packet after the parsed headers. */
    record Payload() implements Input {}
  }
}
