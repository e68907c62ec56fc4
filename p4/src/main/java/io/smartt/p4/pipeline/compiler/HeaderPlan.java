package io.smartt.p4.pipeline.compiler;

import io.smartt.p4.pipeline.layout.HeaderLayout;
import java.util.List;

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
}
