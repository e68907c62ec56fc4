package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;

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
