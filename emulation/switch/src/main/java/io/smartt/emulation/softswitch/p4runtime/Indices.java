package io.smartt.emulation.softswitch.p4runtime;

import java.util.List;
import java.util.stream.IntStream;
import org.p4.v1.Index;

/** Which cells of an array a message means. */
final class Indices {
  private Indices() {}

  /** One index, or all where none is set. */
  static List<Integer> of(String owner, long size, boolean given, Index index) {
    return given
        ? List.of(one(owner, size, index))
        : IntStream.range(0, Math.toIntExact(size)).boxed().toList();
  }

  private static int one(String owner, long size, Index index) {
    if (index.getIndex() < 0) {
      throw Refusal.invalid(
          "%s: index %d; accepted are 0 to %d".formatted(owner, index.getIndex(), size - 1));
    }
    if (index.getIndex() >= size) {
      throw Refusal.outOfRange(
          "%s: index %d; accepted are 0 to %d".formatted(owner, index.getIndex(), size - 1));
    }
    return Math.toIntExact(index.getIndex());
  }
}
