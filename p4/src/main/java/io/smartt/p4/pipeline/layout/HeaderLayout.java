package io.smartt.p4.pipeline.layout;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config.HeaderType;

/**
 * The slots of a header or metadata instance. Its first slot is 1 when it is valid, else 0; headers
 * of one type are laid out alike, so that one can be copied onto another.
 */
public final class HeaderLayout implements ProgramLayout.Slots {
  /** Offset of the slot that is 1 when the header is valid. */
  public static final int VALID_OFFSET = 0;

  /** Room for a varbit field whose header type gives no greatest length. */
  private static final int DEFAULT_VARIABLE_BITS = 2048;

  private final String name;
  private final HeaderType type;
  private final boolean metadata;
  private final int base;
  private final List<FieldLayout> fields;
  private final int slots;
  private int[] siblingOffsets = {};

  HeaderLayout(String name, HeaderType type, boolean metadata, int base) {
    this.name = name;
    this.type = type;
    this.metadata = metadata;
    this.base = base;
    int maxVariableBits =
        type.maxLengthBytes() == 0
            ? DEFAULT_VARIABLE_BITS
            : Math.max(0, type.maxLengthBytes() * 8 - type.fixedBits());
    List<FieldLayout> laidOut = new ArrayList<>();
    int offset = VALID_OFFSET + 1;
    for (HeaderType.Field field : type.fields()) {
      FieldLayout layout = FieldLayout.of(field, offset, maxVariableBits);
      laidOut.add(layout);
      offset += layout.slots();
    }
    this.slots = offset;
    laidOut.add(FieldLayout.validity());
    this.fields = List.copyOf(laidOut);
  }

  /** Full P4 name. */
  public String name() {
    return name;
  }

  public HeaderType type() {
    return type;
  }

  /** True if the header is metadata, which is always valid and never on the wire. */
  public boolean metadata() {
    return metadata;
  }

  @Override
  public int base() {
    return base;
  }

  @Override
  public int slots() {
    return slots;
  }

  /** Fields in order; the last is the validity. */
  public List<FieldLayout> fields() {
    return fields;
  }

  public FieldLayout field(String fieldName) {
    return fields.get(type.indexOf(fieldName));
  }

  public int slot(FieldLayout field) {
    return base + field.offset();
  }

  /**
   * Offsets from this header's first slot to those of the other members of its union: making one
   * valid makes them invalid.
   */
  @SuppressWarnings("MixedMutabilityReturnType")
  public int[] siblingOffsets() {
    return siblingOffsets.clone();
  }

  void setSiblings(List<HeaderLayout> members) {
    siblingOffsets = members.stream().filter(m -> m != this).mapToInt(m -> m.base - base).toArray();
  }
}
