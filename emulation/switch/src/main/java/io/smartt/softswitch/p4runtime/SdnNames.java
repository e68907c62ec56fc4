package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;

/**
 * The strings by which controllers name the values of one translated P4 type ({@code sdn_string} of
 * P4Runtime section 6.4.9). Thread safe.
 */
sealed interface SdnNames {
  /** The value of a name that may be new; a {@link Refusal} where it cannot have one. */
  BigInteger assign(Place place, ByteString name);

  /** The value of a name; NOT_FOUND where no entry can have it. */
  BigInteger find(Place place, ByteString name);

  /** The name of a value. */
  ByteString name(BigInteger value);

  /** Returns a name for messages, with what is not printable escaped. */
  static String text(ByteString name) {
    return "'" + com.google.protobuf.TextFormat.escapeBytes(name) + "'";
  }

  /**
   * The names of ports. They are configuration, never made up: what the switch was started with or,
   * for every other port, its number in decimal, as the P4RT ids of SONiC's PINS are (sonic-pins,
   * p4rt_app/p4runtime/ir_translation.cc, TranslatePort). A port has one name, so that entries read
   * back as they were written.
   */
  final class PortNames implements SdnNames {
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,9}");

    private final int width;
    private final Map<ByteString, BigInteger> values = new HashMap<>();
    private final Map<BigInteger, ByteString> names = new HashMap<>();

    PortNames(int width, Map<ByteString, BigInteger> named) {
      this.width = width;
      named.forEach((name, value) -> {
        values.put(name, value);
        names.put(value, name);
      });
    }

    @Override
    public BigInteger assign(Place place, ByteString name) {
      return value(name)
          .orElseThrow(() ->
              Refusal.invalid(
                  "%s: no port is called %s; accepted are %s"
                      .formatted(place, SdnNames.text(name), accepted())));
    }

    @Override
    public BigInteger find(Place place, ByteString name) {
      return value(name)
          .orElseThrow(() ->
              Refusal.notFound("%s: no port is called %s".formatted(place, SdnNames.text(name))));
    }

    @Override
    public ByteString name(BigInteger value) {
      return Optional.ofNullable(names.get(value))
          .orElseGet(() -> ByteString.copyFromUtf8(value.toString()));
    }

    private Optional<BigInteger> value(ByteString name) {
      return Optional.ofNullable(values.get(name)).or(() -> number(name));
    }

    private Optional<BigInteger> number(ByteString name) {
      return Optional.of(name.toStringUtf8())
          .filter(text -> NUMBER.matcher(text).matches())
          .map(BigInteger::new)
          .filter(value -> value.bitLength() <= width && !names.containsKey(value));
    }

    private String accepted() {
      String numbers = "port numbers of up to " + width + " bits";
      return values.isEmpty()
          ? numbers
          : values.keySet().stream().limit(8).map(SdnNames::text).sorted().toList()
              + " and "
              + numbers;
    }
  }

  /**
   * Names whose values the switch chooses, in the order in which they are first written. Zero comes
   * last: a program's metadata is zero until it is set, and should not mean an object by chance.
   * Some names have values that the program gave ({@code @p4runtime_translation_mappings}).
   */
  final class AssignedNames implements SdnNames {
    /**
     * The number of names more than the last sweep left that are kept before it is time for the
     * next.
     */
    private static final int SLACK = 4096;

    private final String type;
    private final BigInteger capacity;
    private final Map<ByteString, BigInteger> pinned;
    private final Map<ByteString, BigInteger> values = new HashMap<>();
    private final Map<BigInteger, ByteString> names = new HashMap<>();
    private BigInteger next = BigInteger.ONE;
    private int kept;

    /**
     * Creates a table without names but for those that the program gave.
     *
     * @param type for messages
     * @param width of the values in bits
     */
    AssignedNames(String type, int width, Map<ByteString, BigInteger> pinned) {
      this.type = type;
      this.capacity = BigInteger.ONE.shiftLeft(width);
      this.pinned = Map.copyOf(pinned);
      pinned.forEach((name, value) -> {
        if (value.compareTo(capacity) >= 0) {
          throw Refusal.invalid(
              "type %s has %d bits, which value %s of %s does not fit"
                  .formatted(type, width, value, SdnNames.text(name)));
        }
        bind(name, value);
      });
    }

    @Override
    public synchronized BigInteger assign(Place place, ByteString name) {
      return Optional.ofNullable(values.get(name)).orElseGet(() -> bind(name, free(place, name)));
    }

    @Override
    public synchronized BigInteger find(Place place, ByteString name) {
      return Optional.ofNullable(values.get(name))
          .orElseThrow(() ->
              Refusal.notFound(
                  "%s: no %s is called %s".formatted(place, type, SdnNames.text(name))));
    }

    /** The name of a value; one that the program itself made is called by its number. */
    @Override
    public synchronized ByteString name(BigInteger value) {
      return Optional.ofNullable(names.get(value)).orElseGet(() -> number(value));
    }

    /** Gives a value of the program's own entries its name, so that it can be written too. */
    synchronized void keep(BigInteger value) {
      if (!names.containsKey(value)) {
        bind(number(value), value);
      }
    }

    /** Returns whether so many more names call for a look at which are still in use. */
    synchronized boolean wantsSweep(int more) {
      return values.size() > 2 * kept + SLACK
          || BigInteger.valueOf(values.size() + (long) more).compareTo(capacity) > 0;
    }

    /** Forgets all names but these and those that the program gave. */
    synchronized void retain(Set<ByteString> used) {
      values.keySet().removeIf(name -> !used.contains(name) && !pinned.containsKey(name));
      names.values().removeIf(name -> !values.containsKey(name));
      kept = values.size();
    }

    private ByteString number(BigInteger value) {
      String text = value.toString();
      while (values.containsKey(ByteString.copyFromUtf8(text))) {
        text = "=" + text;
      }
      return ByteString.copyFromUtf8(text);
    }

    private BigInteger bind(ByteString name, BigInteger value) {
      if (names.putIfAbsent(value, name) != null) {
        throw Refusal.invalid(
            "type %s: %s and %s have the same value %s"
                .formatted(type, SdnNames.text(name(value)), SdnNames.text(name), value));
      }
      values.put(name, value);
      return value;
    }

    private BigInteger free(Place place, ByteString name) {
      if (BigInteger.valueOf(values.size()).compareTo(capacity) >= 0) {
        throw Refusal.full(
            "%s: all %s values of %s have names; there is none left for %s"
                .formatted(place, capacity, type, SdnNames.text(name)));
      }
      BigInteger value = next;
      while (names.containsKey(value)) {
        value = value.add(BigInteger.ONE).mod(capacity);
      }
      next = value.add(BigInteger.ONE).mod(capacity);
      return value;
    }
  }
}
