package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;

/**
 * Names whose values the switch chooses, in the order in which they are first written. Zero comes
 * last: a program's metadata is zero until it is set, and should not mean an object by chance. Some
 * names have values that the program gave ({@code @p4runtime_translation_mappings}).
 */
final class AssignedNames implements SdnNames {
  /**
   * The number of names more than the last sweep left that are kept before it is time for the next.
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
            Refusal.notFound("%s: no %s is called %s".formatted(place, type, SdnNames.text(name))));
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
