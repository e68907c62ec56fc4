package io.smartt.softswitch.p4runtime;

import com.google.protobuf.ByteString;
import java.math.BigInteger;

/**
 * The strings by which controllers name the values of one translated P4 type ({@code sdn_string} of
 * P4Runtime section 6.4.9). Thread safe.
 */
sealed interface SdnNames permits AssignedNames, PortNames {
  /** The value of a name that may be new; a {@link Refusal} where it cannot have one. */
  BigInteger assign(Place place, ByteString name);

  /** The value of a name; NOT_FOUND where no entry can have it. */
  BigInteger find(Place place, ByteString name);

  /** The name of a value. */
  ByteString name(BigInteger value);

  /** Returns a name for messages, with what is not printable escaped. */
  static String text(ByteString name) {
    return "'" + com.google.protobuf.TextFormat.escapeBytes(name) + "'";
  }
}
