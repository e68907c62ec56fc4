package io.smartt.emulation.cli.switches;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of 64 bits without sign. */
final class UnsignedId implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    try {
      return Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "'%s' is no device id; accepted are 0 to %s".formatted(text, Long.toUnsignedString(-1)));
    }
  }
}
