package io.smartt.base.input;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Sizes, rates and times as people write them: {@code 4MiB}, {@code 50Gbps}, {@code 1.5us}. Case of
 * the unit does not matter. {@code 4K} and {@code 4M} are refused, because half of the world means
 * 1000 by them.
 */
public final class Quantities {
  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile("\\s*+(\\d+(?:\\.\\d+)?)\\s*+([A-Za-zµ]*+)\\s*+");
  private static final int MOST_DIGITS = 19;
  private static final Map<String, Long> SIZES =
      units("B", 1L)
          .with("KB", 1_000L)
          .with("KiB", 1L << 10)
          .with("MB", 1_000_000L)
          .with("MiB", 1L << 20)
          .with("GB", 1_000_000_000L)
          .with("GiB", 1L << 30)
          .map();
  private static final Map<String, Long> RATES =
      units("bps", 1L)
          .with("Kbps", 1_000L)
          .with("Mbps", 1_000_000L)
          .with("Gbps", 1_000_000_000L)
          .with("Tbps", 1_000_000_000_000L)
          .map();
  private static final Map<String, Long> TIMES =
      units("ps", 1L)
          .with("ns", 1_000L)
          .with("us", 1_000_000L)
          .with("ms", 1_000_000_000L)
          .with("s", 1_000_000_000_000L)
          .map();

  private Quantities() {}

  /** A size in bytes; a number without a unit is bytes. */
  public static long bytes(String text) {
    return parse(text, "size", SIZES, "B");
  }

  /** A whole number that fits into 31 bits. */
  public static int whole(String text) {
    return (int)
        whole(text, Integer.MIN_VALUE, Integer.MAX_VALUE)
            .orElseThrow(() -> new UserInputException("'" + text + "' is not a whole number"));
  }

  /** A whole number within bounds; empty for any other text. */
  public static OptionalLong whole(String text, long least, long most) {
    try {
      long value = Long.parseLong(text.strip());
      return value >= least && value <= most ? OptionalLong.of(value) : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** The texts that {@link #whole(String, long, long)} takes, in words for an error. */
  public static String formatWhole(long least, long most) {
    if (most < Long.MAX_VALUE && most != Integer.MAX_VALUE) {
      return "a whole number from " + least + " to " + most;
    }
    return "a whole number" + (least == Long.MIN_VALUE ? "" : " of at least " + least);
  }

  /** A finite number; empty for any other text. */
  public static OptionalDouble number(String text) {
    try {
      double value = Double.parseDouble(text.strip());
      return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  /** A number within bounds; empty for any other text. */
  public static OptionalDouble number(String text, double least, double most) {
    return number(text).stream().filter(value -> value >= least && value <= most).findFirst();
  }

  /**
   * A number of 0 or more in units of a power of ten, rounded to a whole number of ones; empty for
   * any other text, for less than {@code least}, and for what does not fit into 63 bits.
   */
  public static OptionalLong scaled(String text, int zeros, long least) {
    try {
      BigDecimal number = new BigDecimal(text.strip()).scaleByPowerOfTen(zeros);
      long value = rounded(number);
      return number.signum() >= 0 && value >= least ? OptionalLong.of(value) : OptionalLong.empty();
    } catch (ArithmeticException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * A number rounded to a whole one. {@code setScale} and {@code movePointRight} would make all
   * digits of 1e500000000 first.
   *
   * @throws ArithmeticException if it does not fit into 63 bits
   */
  public static long rounded(BigDecimal number) {
    long digits = (long) number.precision() - number.scale();
    if (number.signum() == 0 || digits < 0) {
      return 0;
    }
    if (digits > MOST_DIGITS) {
      throw new ArithmeticException("a number of " + digits + " digits");
    }
    return number.setScale(0, RoundingMode.HALF_UP).longValueExact();
  }

  /** A rate in bits per second; the unit must be there, 0 is refused. */
  public static long bitsPerSecond(String text) {
    long rate = parse(text, "rate", RATES, "");
    if (rate == 0) {
      throw new UserInputException("'" + text + "' is not a rate: a link of 0 bps carries nothing");
    }
    return rate;
  }

  /** A time in picoseconds; the unit must be there, except for 0. */
  public static long picoseconds(String text) {
    return parse(text.replace('µ', 'u'), "time", TIMES, "0".equals(text.strip()) ? "ps" : "");
  }

  /** A time in the largest unit that keeps it whole, as {@link #picoseconds} reads it. */
  public static String formatPicoseconds(long ps) {
    return format(ps, TIMES, "ps");
  }

  /** A rate in the largest unit that keeps it whole, as {@link #bitsPerSecond} reads it. */
  public static String formatBitsPerSecond(long bps) {
    return format(bps, RATES, "bps");
  }

  /** A size in the largest binary unit that keeps it whole, otherwise a plain number of bytes. */
  public static String formatBytes(long bytes) {
    String best = Long.toString(bytes);
    for (Map.Entry<String, Long> unit : SIZES.entrySet()) {
      if (unit.getKey().endsWith("iB") && bytes != 0 && bytes % unit.getValue() == 0) {
        best = bytes / unit.getValue() + unit.getKey();
      }
    }
    return best;
  }

  /** A change as signed percent with one decimal, of its share of what it is a change from. */
  public static String formatChange(double share) {
    String text = String.format(Locale.ROOT, "%+.1f %%", 100 * share);
    return text.equals("-0.0 %") ? "+0.0 %" : text;
  }

  private static String format(long value, Map<String, Long> units, String smallest) {
    String best = value + smallest;
    for (Map.Entry<String, Long> unit : units.entrySet()) {
      if (value != 0 && value % unit.getValue() == 0) {
        best = value / unit.getValue() + unit.getKey();
      }
    }
    return best;
  }

  private static long parse(String text, String what, Map<String, Long> units, String noUnit) {
    Matcher matcher = NUMBER_AND_UNIT.matcher(text);
    String unit = matcher.matches() ? matcher.group(2) : "";
    Long factor = find(unit.isEmpty() ? noUnit : unit, units);
    if (!matcher.matches() || factor == null) {
      throw new UserInputException(
          "'%s' is not a %s: write a number and one of %s"
              .formatted(text, what, String.join(", ", units.keySet())));
    }
    try {
      return rounded(new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(factor)));
    } catch (ArithmeticException e) {
      throw new UserInputException("'" + text + "' is too large a " + what, e);
    }
  }

  private static @Nullable Long find(String unit, Map<String, Long> units) {
    String wanted = unit.toLowerCase(Locale.ROOT);
    for (Map.Entry<String, Long> known : units.entrySet()) {
      if (known.getKey().toLowerCase(Locale.ROOT).equals(wanted)) {
        return known.getValue();
      }
    }
    return null;
  }

  private static Units units(String name, long factor) {
    return new Units(new LinkedHashMap<>()).with(name, factor);
  }

  private record Units(Map<String, Long> map) {
    Units with(String name, long factor) {
      map.put(name, factor);
      return this;
    }
  }
}
