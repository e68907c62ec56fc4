package io.smartt.p4.pipeline.state;

import module java.base;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl.InvalidChangeException;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.state.ProgramSchema.TableSchema;
import io.smartt.p4.pipeline.table.Rule;

/** Converts match values of the control plane to rules of an index. */
final class MatchRules {
  private MatchRules() {}

  /** The rule of an entry, or an explanation of why the key does not fit the table. */
  static Rule rule(TableSchema table, List<MatchValue> key, int priority) {
    if (key.size() != table.key().size()) {
      throw new InvalidChangeException(
          "table %s has %s key fields, found %s"
              .formatted(table.name(), table.key().size(), key.size()));
    }
    if (!table.hasPriority() && priority != 0) {
      throw new InvalidChangeException(
          "table %s has no ternary, range or optional field, so its priority is 0, found %s"
              .formatted(table.name(), priority));
    }
    Builder builder = new Builder(table);
    for (int i = 0; i < key.size(); i++) {
      builder.add(table.key().get(i), key.get(i));
    }
    return new Rule(
        builder.value,
        builder.mask,
        builder.ranges,
        table.hasPriority() ? priority : builder.prefixLength);
  }

  private static final class Builder {
    private final TableSchema table;
    private final long[] value;
    private final long[] mask;
    private final List<Rule.Range> ranges = new ArrayList<>();
    private int prefixLength;

    Builder(TableSchema table) {
      this.table = table;
      value = new long[table.words()];
      mask = new long[table.words()];
    }

    void add(TableSchema.KeyField field, MatchValue match) {
      switch (field.kind()) {
        case EXACT, VALID -> {
          if (!(match instanceof MatchValue.Exact(Bits bits))) {
            throw misfit(field, "an exact value", match);
          }
          set(field, bits, Bits.ones(field.width()));
        }
        case LPM -> {
          switch (match) {
            case MatchValue.Any() -> {
              // Matches every value: no bit is compared.
            }
            case MatchValue.Lpm(Bits bits, int length) -> {
              if (length < 0 || length > field.width()) {
                throw misfit(field, "a prefix length from 0 to " + field.width(), match);
              }
              prefixLength = length;
              set(field, bits, prefixMask(field.width(), length));
            }
            default -> throw misfit(field, "an lpm value", match);
          }
        }
        case TERNARY -> {
          switch (match) {
            case MatchValue.Any() -> {
              // Matches every value: no bit is compared.
            }
            case MatchValue.Ternary(Bits bits, Bits bitMask) -> set(field, bits, bitMask);
            case MatchValue.Optional(Bits bits) -> set(field, bits, Bits.ones(field.width()));
            default -> throw misfit(field, "a ternary or optional value", match);
          }
        }
        case RANGE -> {
          switch (match) {
            case MatchValue.Any() -> {
              // Matches every value: no bound is compared.
            }
            case MatchValue.Range(Bits low, Bits high) -> range(field, low, high);
            default -> throw misfit(field, "a range", match);
          }
        }
      }
    }

    private void set(TableSchema.KeyField field, Bits bits, Bits bitMask) {
      checkWidth(field, bits);
      checkWidth(field, bitMask);
      if (bits.value().andNot(bitMask.value()).signum() != 0) {
        throw new InvalidChangeException(
            "%s has value 0x%s with bits outside its mask 0x%s"
                .formatted(where(field), bits.value().toString(16), bitMask.value().toString(16)));
      }
      Words.set(value, field.firstWord(), field.width(), bits.value());
      Words.set(mask, field.firstWord(), field.width(), bitMask.value());
    }

    private void range(TableSchema.KeyField field, Bits low, Bits high) {
      checkWidth(field, low);
      checkWidth(field, high);
      if (low.value().compareTo(high.value()) > 0) {
        throw new InvalidChangeException(
            where(field) + " has range " + low.value() + " to " + high.value());
      }
      ranges.add(
          new Rule.Range(
              field.firstWord(),
              Words.of(low.value(), field.width()),
              Words.of(high.value(), field.width())));
    }

    private void checkWidth(TableSchema.KeyField field, Bits bits) {
      if (bits.width() != field.width()) {
        throw new InvalidChangeException(
            where(field) + " has " + field.width() + " bits, found " + bits.width());
      }
    }

    private InvalidChangeException misfit(
        TableSchema.KeyField field, String expected, MatchValue found) {
      return new InvalidChangeException(where(field) + " takes " + expected + ", found " + found);
    }

    private String where(TableSchema.KeyField field) {
      return "field " + field.name() + " of table " + table.name();
    }
  }

  private static Bits prefixMask(int width, int length) {
    return new Bits(
        BigInteger.ONE.shiftLeft(length).subtract(BigInteger.ONE).shiftLeft(width - length), width);
  }
}
