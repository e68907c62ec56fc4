package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.MatchValue;

/** Match values in messages. */
final class MatchText {
  private MatchText() {}

  static String of(MatchValue value) {
    return switch (value) {
      case MatchValue.Exact(var bits) -> hex(bits);
      case MatchValue.Lpm(var bits, var length) -> hex(bits) + "/" + length;
      case MatchValue.Ternary(var bits, var mask) -> hex(bits) + " &&& " + hex(mask);
      case MatchValue.Range(var low, var high) -> hex(low) + ".." + hex(high);
      case MatchValue.Optional(var bits) -> hex(bits);
      case MatchValue.Any() -> "*";
    };
  }

  private static String hex(Bits bits) {
    return Values.hex(bits.value());
  }
}
