package io.smartt.p4.pipeline.runtime;

import io.smartt.p4.pipeline.hash.BitBuffer;

/**
 * Working memory that the packets of one pipeline use one after the other. Kept apart from packets,
 * it stays in the cache.
 */
final class Scratch {
  private static final int PADDED_BYTES = 256;

  final long[] key;
  final long[] saved;
  final BitBuffer bits = new BitBuffer();
  byte[] padded = new byte[PADDED_BYTES];

  Scratch(SlotProgram program) {
    key = new long[program.keyWords()];
    saved = new long[program.slotCount()];
  }
}
