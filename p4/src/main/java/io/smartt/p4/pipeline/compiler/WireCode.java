package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.compiler.HeaderPlans.HeaderPlan;
import io.smartt.p4.pipeline.runtime.Headers.BitReader;
import io.smartt.p4.pipeline.runtime.PacketBytes;

/**
 * Code that takes fields out of bytes and puts them back: neighbours with one read of up to eight
 * bytes, never beyond the header; whole bytes with plain writes, parts of bytes by changing them.
 */
final class WireCode {
  private final Code code;
  private final CodeBuilder raw;

  WireCode(Code code) {
    this.code = code;
    this.raw = code.raw();
  }

  /** Several parts that one read covers. */
  private record Window(int offset, int bytes, List<HeaderPlan.WirePart> parts) {
    boolean takes(HeaderPlan.WirePart part) {
      return part.bit() >= offset * 8 && part.end() <= (offset + bytes) * 8;
    }

    /** Exactly as many bytes as its only part has, where that is possible. */
    Window tight() {
      HeaderPlan.WirePart part = parts.getFirst();
      boolean exact =
          parts.size() == 1
              && part.bit() % 8 == 0
              && part.width() == Long.highestOneBit(part.width());
      return exact && part.width() >= 8
          ? new Window(part.bit() / 8, part.width() / 8, parts)
          : this;
    }
  }

  /**
   * Reads a header.
   *
   * @param data local variable of the byte array
   * @param position local variable of the header's offset in it
   */
  void extract(HeaderPlan plan, int data, int position) {
    int size = Math.min(Long.BYTES, Integer.highestOneBit(plan.bytes()));
    List<Window> windows = new ArrayList<>();
    for (HeaderPlan.WirePart part : plan.extracted()) {
      if (windows.isEmpty() || !windows.getLast().takes(part)) {
        int offset = Math.min(part.bit() / 8, plan.bytes() - size);
        windows.add(new Window(offset, size, new ArrayList<>()));
      }
      windows.getLast().parts().add(part);
    }
    int base = plan.header().base();
    for (Window window : windows) {
      if (window.takes(window.parts().getFirst())) {
        read(window.tight(), base, data, position);
      } else {
        window.parts().forEach(part -> readAnywhere(part, base, data, position));
      }
    }
  }

  private void read(Window window, int base, int data, int position) {
    int word = code.newLong();
    pushAt(data, position, window.offset());
    get(window.bytes());
    raw.lstore(word);
    for (HeaderPlan.WirePart part : window.parts()) {
      code.slots().push(base + part.slot());
      raw.lload(word);
      int shift = (window.offset() + window.bytes()) * 8 - part.end();
      if (shift > 0) {
        code.push(shift);
        raw.lushr();
      }
      if (part.bit() > window.offset() * 8) {
        code.push(Words.mask(part.width()));
        raw.land();
      }
      signExtend(part);
      raw.lastore();
    }
  }

  private void readAnywhere(HeaderPlan.WirePart part, int base, int data, int position) {
    code.slots().push(base + part.slot());
    raw.aload(data).iload(position);
    code.push(3);
    raw.ishl();
    code.push(part.bit());
    raw.iadd();
    code.push(part.width())
        .callStatic(BitReader.class, "read", long.class, byte[].class, int.class, int.class);
    signExtend(part);
    raw.lastore();
  }

  private void signExtend(HeaderPlan.WirePart part) {
    if (part.signed() && part.width() < Long.SIZE) {
      code.push(Long.SIZE - part.width());
      raw.lshl();
      code.push(Long.SIZE - part.width());
      raw.lshr();
    }
  }

  private void pushAt(int data, int position, int offset) {
    raw.aload(data).iload(position);
    if (offset != 0) {
      code.push(offset);
      raw.iadd();
    }
  }

  private void get(int bytes) {
    code.callStatic(PacketBytes.class, "get" + bytes, long.class, byte[].class, int.class);
  }

  private void put(int bytes) {
    code.callStatic(
        PacketBytes.class, "put" + bytes, void.class, byte[].class, int.class, long.class);
  }

  /**
   * Puts the fields that the program writes into a header's bytes.
   *
   * @param data local variable of the byte array
   * @param position local variable of the header's offset in it
   */
  void patch(HeaderPlan plan, int data, int position) {
    int[] written = new int[plan.bytes()];
    for (HeaderPlan.WirePart part : plan.written()) {
      for (int bit = part.bit(); bit < part.end(); bit++) {
        written[bit / 8] |= 0x80 >>> bit % 8;
      }
    }
    int at = 0;
    while (at < written.length) {
      if (written[at] == 0) {
        at++;
      } else if (written[at] != 0xff) {
        patchByte(plan, at, written[at], data, position);
        at++;
      } else {
        int run = at;
        while (run < written.length && written[run] == 0xff && run - at < Long.BYTES) {
          run++;
        }
        int bytes = Integer.highestOneBit(run - at);
        pushAt(data, position, at);
        value(plan, at, bytes);
        put(bytes);
        at += bytes;
      }
    }
  }

  private void patchByte(HeaderPlan plan, int at, int written, int data, int position) {
    pushAt(data, position, at);
    pushAt(data, position, at);
    get(1);
    code.push(~written & 0xffL);
    raw.land();
    value(plan, at, 1);
    code.push((long) written);
    raw.land().lor();
    put(1);
  }

  /** Pushes so many bytes as the fields that are written have them; what is above is anything. */
  private void value(HeaderPlan plan, int at, int bytes) {
    int end = (at + bytes) * 8;
    boolean first = true;
    for (HeaderPlan.WirePart part : plan.written()) {
      if (part.end() <= at * 8 || part.bit() >= end) {
        continue;
      }
      code.loadSlot(plan.header().base() + part.slot());
      if (part.signed()) {
        code.push(Words.mask(part.width()));
        raw.land();
      }
      int shift = end - part.end();
      if (shift != 0) {
        code.push(Math.abs(shift));
        if (shift > 0) {
          raw.lshl();
        } else {
          raw.lushr();
        }
      }
      if (!first) {
        raw.lor();
      }
      first = false;
    }
  }
}
