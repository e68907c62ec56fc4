package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;

/**
 * The way that generated code handles a header without varbit field.
 *
 * @param extracted what is taken out of the packet
 * @param inPlace whether its bytes stay in the packet, where {@code written} is put into them when
 *     it is emitted
 * @param positionSlot holds where it was extracted, in bytes from the packet's start
 */
record HeaderPlan(
    HeaderLayout header,
    List<WirePart> extracted,
    List<WirePart> written,
    boolean inPlace,
    int positionSlot) {
  /** Copies the parts. */
  HeaderPlan {
    extracted = List.copyOf(extracted);
    written = List.copyOf(written);
  }

  /** The length on the wire. */
  int bytes() {
    return header.type().fixedBits() / 8;
  }

  /**
   * A slot's worth of a header on the wire: a field of up to 64 bits, or 64 bits of a wider one.
   *
   * @param slot from the header's first
   * @param bit where it starts, from the header's first bit
   * @param signed sign-extended in its slot
   */
  record WirePart(FieldLayout field, int slot, int bit, int width, boolean signed) {
    /** The parts of a header without varbit field, in the order of the wire. */
    static List<WirePart> of(HeaderLayout header) {
      List<WirePart> parts = new ArrayList<>();
      int bit = 0;
      for (FieldLayout field : header.fields().subList(0, header.type().fields().size())) {
        int left = field.width();
        for (int word = 0; word < field.words(); word++) {
          int width = left - (field.words() - 1 - word) * Long.SIZE;
          boolean signed = field.signed() && !field.isWide();
          parts.add(new WirePart(field, field.offset() + word, bit, width, signed));
          bit += width;
          left -= width;
        }
      }
      return parts;
    }

    /** The bit after its last. */
    int end() {
      return bit + width;
    }
  }
}
