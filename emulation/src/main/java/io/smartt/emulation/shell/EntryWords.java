package io.smartt.emulation.shell;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.p4.info.P4InfoIndex.ActionInfo;
import io.smartt.p4.info.P4InfoIndex.ActionInfo.ParamInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo.MatchFieldInfo;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;

/** Values of table entries as simple_switch_CLI's commands have them. */
final class EntryWords {
  private static final Pattern IPV4 = Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+");
  private static final Pattern MAC = Pattern.compile("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2})+");
  private static final String DONT_CARE = "*";

  private EntryWords() {}

  /**
   * A value: decimal, 0x, 0b, an IPv4 address or bytes with colons.
   *
   * @param of what it is a value of, for errors
   */
  static Bits bits(String word, int width, String of) {
    BigInteger value;
    try {
      if (IPV4.matcher(word).matches()) {
        value = BigInteger.ZERO;
        for (String part : word.split("\\.", -1)) {
          int octet = Integer.parseInt(part);
          if (octet > 255) {
            throw new NumberFormatException(part);
          }
          value = value.shiftLeft(Byte.SIZE).or(BigInteger.valueOf(octet));
        }
      } else if (MAC.matcher(word).matches()) {
        value = new BigInteger(word.replace(":", ""), 16);
      } else if (word.startsWith("0x")) {
        value = new BigInteger(word.substring(2), 16);
      } else if (word.startsWith("0b")) {
        value = new BigInteger(word.substring(2), 2);
      } else {
        value = new BigInteger(word);
      }
    } catch (NumberFormatException e) {
      throw new UserInputException(
          "%s: '%s' is no value: accepted are 10, 0xa, 0b1010, 10.0.0.1, 02:00:00:00:00:01"
              .formatted(of, word),
          e);
    }
    if (value.signum() < 0 || value.bitLength() > width) {
      throw new UserInputException("%s: %s does not fit into %d bits".formatted(of, word, width));
    }
    return new Bits(value, width);
  }

  /** The key of an entry. */
  static List<MatchValue> key(TableInfo table, List<String> words) {
    List<MatchFieldInfo> fields = table.matchFields().all();
    if (words.size() != fields.size()) {
      throw new UserInputException(
          "%s matches %d fields (%s), %d given"
              .formatted(
                  table.name(),
                  fields.size(),
                  String.join(
                      ", ",
                      fields.stream().map(field -> field.name() + " " + field.kind()).toList()),
                  words.size()));
    }
    return IntStream.range(0, fields.size())
        .mapToObj(i -> match(fields.get(i), words.get(i)))
        .toList();
  }

  private static MatchValue match(MatchFieldInfo field, String word) {
    String of = field.name();
    if (word.equals(DONT_CARE)) {
      return new MatchValue.Any();
    }
    return switch (field.kind()) {
      case EXACT -> new MatchValue.Exact(bits(word, field.width(), of));
      case OPTIONAL -> new MatchValue.Optional(bits(word, field.width(), of));
      case LPM -> {
        List<String> parts = two(word, "/", of, "VALUE/LENGTH");
        int length = bits(parts.get(1), 16, of).value().intValue();
        Bits value = bits(parts.getFirst(), field.width(), of);
        if (length > field.width()) {
          throw new UserInputException(
              "%s: a prefix of %d bits in a field of %d".formatted(of, length, field.width()));
        }
        BigInteger mask =
            Bits.ones(field.width())
                .value()
                .shiftRight(length)
                .not()
                .and(Bits.ones(field.width()).value());
        yield length == 0
            ? new MatchValue.Any()
            : new MatchValue.Lpm(new Bits(value.value().and(mask), field.width()), length);
      }
      case TERNARY -> {
        List<String> parts = two(word, "&&&", of, "VALUE&&&MASK");
        Bits mask = bits(parts.get(1), field.width(), of);
        Bits value = bits(parts.getFirst(), field.width(), of);
        yield mask.value().signum() == 0
            ? new MatchValue.Any()
            : new MatchValue.Ternary(
                new Bits(value.value().and(mask.value()), field.width()), mask);
      }
      case RANGE -> {
        List<String> parts = two(word, "->", of, "LOW->HIGH");
        yield new MatchValue.Range(
            bits(parts.getFirst(), field.width(), of), bits(parts.get(1), field.width(), of));
      }
      default ->
          throw new UserInputException(of + " is matched in a way that entries have no words for");
    };
  }

  private static List<String> two(String word, String between, String of, String form) {
    List<String> parts = List.of(word.split(Pattern.quote(between), -1));
    if (parts.size() != 2) {
      throw new UserInputException("%s: '%s' is not of the form %s".formatted(of, word, form));
    }
    return parts;
  }

  /** An action with its parameters. */
  static EntryTarget.ActionCall call(ActionInfo action, List<String> words) {
    List<ParamInfo> params = action.params().all();
    if (words.size() != params.size()) {
      throw new UserInputException(
          "%s takes %d parameters (%s), %d given"
              .formatted(
                  action.name(),
                  params.size(),
                  String.join(", ", params.stream().map(ParamInfo::name).toList()),
                  words.size()));
    }
    List<Bits> arguments =
        IntStream.range(0, params.size())
            .mapToObj(i -> bits(words.get(i), params.get(i).width(), params.get(i).name()))
            .toList();
    return new EntryTarget.ActionCall(action.name(), arguments);
  }

  /** The number of a cell, port or group. */
  static int index(String word) {
    return bits(word, 31, "index").value().intValueExact();
  }
}
