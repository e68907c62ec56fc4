package io.smartt.host.signals;

import module java.base;

import io.smartt.host.wire.SignalBlock;

/**
 * Fields of the signals in a packet, as the switches' P4 program has them: those of every packet,
 * and those of a hop, which each switch that a packet passes puts behind them once more.
 *
 * <p>Its text is {@code csig.depth:32, csig.port:16, hops[].qdepth:32}: names with their bits, in
 * the order of the wire; {@code _:16} are bits without a name. {@code none} is the text of {@link
 * #NONE}. The word {@code program} in front says that the fields are those of a run's P4 program.
 *
 * @param fields of every packet
 * @param hopFields of each hop; empty where the program has none
 */
public record SignalLayout(List<Field> fields, List<Field> hopFields) {
  /** No signals. */
  public static final SignalLayout NONE = new SignalLayout(List.of(), List.of());

  /** The text of no signals. */
  public static final String NO_SIGNALS = "none";

  /** The word in front of a layout that follows from a program; alone, that it has none. */
  public static final String OF_PROGRAM = "program";

  private static final String PADDING = "_";
  private static final Pattern FIELD =
      Pattern.compile("(?<name>(?<stack>\\w+\\[]\\.)?[A-Za-z_][\\w.$]*):(?<bits>\\d{1,4})");

  /**
   * A field.
   *
   * @param name as the text has it
   * @param firstBit of it, from the first of the signals or of the hop
   * @param bits its width, at most 64 where it has a name
   */
  public record Field(String name, int firstBit, int bits) {}

  /** Checks that the fields are whole bytes, and that their names are unlike. */
  public SignalLayout {
    fields = List.copyOf(fields);
    hopFields = List.copyOf(hopFields);
    for (List<Field> part : List.of(fields, hopFields)) {
      if (bits(part) % 8 != 0) {
        throw new IllegalArgumentException(
            "signals " + names(part) + " have " + bits(part) + " bits, which are no whole bytes");
      }
      Set<String> names = new HashSet<>();
      for (Field field : part) {
        if (!field.name.equals(PADDING) && (field.bits > Long.SIZE || !names.add(field.name))) {
          throw new IllegalArgumentException(
              "signal '%s' %s"
                  .formatted(
                      field.name,
                      field.bits > Long.SIZE
                          ? "has " + field.bits + " bits, accepted is at most 64"
                          : "is there twice"));
        }
      }
    }
    if (bits(fields) / 8 > SignalBlock.MAX_BYTES) {
      throw new IllegalArgumentException(
          "signals have %d bytes, accepted is at most %d"
              .formatted(bits(fields) / 8, SignalBlock.MAX_BYTES));
    }
  }

  /**
   * Reads the text.
   *
   * @throws IllegalArgumentException naming what is wrong, for users
   */
  public static SignalLayout parse(String text) {
    List<Field> fields = new ArrayList<>();
    List<Field> hopFields = new ArrayList<>();
    if (text.equals(OF_PROGRAM) || text.equals(NO_SIGNALS)) {
      return NONE;
    }
    String layout = text.replaceFirst("^" + OF_PROGRAM + " ", "");
    for (String word : layout.strip().split("\\s*,\\s*", -1)) {
      Matcher field = FIELD.matcher(word);
      if (!field.matches() || Integer.parseInt(field.group("bits")) == 0) {
        throw new IllegalArgumentException(
            "signal '" + word + "': accepted are header.field:BITS and stack[].field:BITS");
      }
      boolean hop = field.group("stack") != null;
      if (!hop && !hopFields.isEmpty()) {
        throw new IllegalArgumentException(
            "signal '" + word + "' is behind those of the hops, which are the last");
      }
      if (hop && hopFields.stream().anyMatch(one -> !one.name.startsWith(field.group("stack")))) {
        throw new IllegalArgumentException(
            "signal '" + word + "' is of a second stack, which signals cannot have");
      }
      List<Field> part = hop ? hopFields : fields;
      part.add(new Field(field.group("name"), bits(part), Integer.parseInt(field.group("bits"))));
    }
    return new SignalLayout(fields, hopFields);
  }

  /** Returns whether packets carry no signals. */
  public boolean isEmpty() {
    return fields.isEmpty() && hopFields.isEmpty();
  }

  /** Bytes of the fields that every packet has, which its sender makes room for. */
  public int bytes() {
    return bits(fields) / 8;
  }

  /** Bytes that a data packet has more when its sender sends it. */
  public int blockBytes() {
    return isEmpty() ? 0 : SignalBlock.HEADER_BYTES + bytes();
  }

  /** Bytes that a hop adds; 0 if none does. */
  public int hopBytes() {
    return bits(hopFields) / 8;
  }

  /** The names of all fields, in the order of the text. */
  public List<String> names() {
    return Stream.of(fields, hopFields).flatMap(part -> names(part).stream()).toList();
  }

  /** The names of some fields, without those that are padding. */
  static List<String> names(List<Field> part) {
    return part.stream().map(Field::name).filter(name -> !name.equals(PADDING)).toList();
  }

  private static int bits(List<Field> part) {
    return part.isEmpty() ? 0 : part.getLast().firstBit + part.getLast().bits;
  }
}
