package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.hash.BitBuffer;
import java.util.List;

/** Gathers what a hash is computed over, and computes it. */
final class HashInput {
  /** Appends one piece. */
  @FunctionalInterface
  interface Piece {
    void append(InterpreterContext context, BitBuffer to);
  }

  private final Piece[] pieces;

  HashInput(List<Piece> pieces) {
    this.pieces = pieces.toArray(Piece[]::new);
  }

  /**
   * The hash of the packet as it is.
   *
   * @param algorithm index among the machine's hashes
   */
  long hash(InterpreterContext context, int algorithm) {
    BitBuffer bits = context.bits;
    bits.clear();
    for (Piece piece : pieces) {
      piece.append(context, bits);
    }
    return context.machine.hashes[algorithm].hash(bits.bytes(), bits.length());
  }
}
