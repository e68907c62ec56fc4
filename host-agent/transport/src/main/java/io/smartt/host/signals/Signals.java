package io.smartt.host.signals;

import module java.base;

import io.smartt.host.signals.SignalLayout.Field;
import io.smartt.host.wire.SignalBlock;

/**
 * The signals that switches wrote into one packet. A view that is used again for the next, so that
 * values are kept and not the view. Reading allocates nothing after the first. For one thread.
 */
public final class Signals {
  private final SignalLayout layout;
  private final Map<String, Field> fields;
  private final Map<String, Field> hopFields;
  private byte[] bytes = {};
  private int hops;

  /** Signals of a layout, of which there are none before the first were read. */
  public Signals(SignalLayout layout) {
    this.layout = layout;
    fields = byName(layout.fields());
    hopFields = byName(layout.hopFields());
  }

  private static Map<String, Field> byName(List<Field> fields) {
    Map<String, Field> named = new HashMap<>();
    fields.forEach(field -> named.put(field.name(), field));
    return Map.copyOf(named);
  }

  /**
   * Takes over the signals of a packet.
   *
   * @return false if they have another length than the layout's, which changes nothing
   */
  public boolean read(byte[] frame, int at, int length) {
    int ofHops = length - layout.bytes();
    int hopBytes = layout.hopBytes();
    if (ofHops < 0 || (hopBytes == 0 ? ofHops > 0 : ofHops % hopBytes != 0)) {
      return false;
    }
    if (bytes.length < length) {
      bytes = new byte[SignalBlock.MAX_BYTES];
    }
    System.arraycopy(frame, at, bytes, 0, length);
    hops = hopBytes == 0 ? 0 : ofHops / hopBytes;
    return true;
  }

  /**
   * The value of a field of every packet, unsigned.
   *
   * @param field its name, {@code csig.depth}
   * @throws IllegalArgumentException if there is none of this name
   */
  public long get(String field) {
    return value(fields, field, 0);
  }

  /** The number of hops that wrote signals of their own. */
  public int hops() {
    return hops;
  }

  /**
   * The value of a field that each hop has, unsigned.
   *
   * @param hop in the order of the packet; where each switch puts its own in front, 0 is the last
   *     that the packet passed
   * @param field its name, {@code hops[].qdepth}
   * @throws IllegalArgumentException if there is none of this name
   * @throws IndexOutOfBoundsException if there are fewer hops
   */
  public long hop(int hop, String field) {
    Objects.checkIndex(hop, hops);
    return value(hopFields, field, 8 * (layout.bytes() + hop * layout.hopBytes()));
  }

  /** Returns all values by name in the packet's order, of hops by {@code hops[0].qdepth}. */
  public SequencedMap<String, Long> all() {
    SequencedMap<String, Long> all = new LinkedHashMap<>();
    SignalLayout.names(layout.fields()).forEach(name -> all.put(name, get(name)));
    for (int hop = 0; hop < hops; hop++) {
      for (String name : SignalLayout.names(layout.hopFields())) {
        all.put(name.replace("[]", "[" + hop + "]"), hop(hop, name));
      }
    }
    return all;
  }

  private long value(Map<String, Field> from, String name, int startBit) {
    Field field = from.get(name);
    if (field == null) {
      throw new IllegalArgumentException(
          "no signal '" + name + "', there are " + String.join(", ", layout.names()));
    }
    long value = 0;
    int end = startBit + field.firstBit() + field.bits();
    for (int bit = startBit + field.firstBit(); bit < end; ) {
      int inByte = bit & 7;
      int taken = Math.min(8 - inByte, end - bit);
      int part = (bytes[bit >> 3] & 0xff) >>> (8 - inByte - taken) & ((1 << taken) - 1);
      value = value << taken | part;
      bit += taken;
    }
    return value;
  }
}
