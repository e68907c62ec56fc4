package io.smartt.emulation.stf;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.TableDefinition;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.MatchValue;

/** Runs a script on a switch and says what became of each of its expectations. */
public final class StfRunner {
  private final StfNames names;
  private final StfEntries entries;
  private final StfCommands commands;
  private final StfDevice device;
  private final StfExpectations expectations = new StfExpectations();
  private final Map<String, TableEntry> labels = new HashMap<>();
  private final List<TableEntry> added = new ArrayList<>();
  private final List<StfCheck> checks = new ArrayList<>();

  /** A runner of scripts on a switch that runs a program. */
  public StfRunner(Bmv2Config config, StfDevice device) {
    this.names = new StfNames(config);
    this.entries = new StfEntries(config, names);
    this.device = device;
    this.commands = new StfCommands(names, device);
  }

  /**
   * Runs a script.
   *
   * @return the checks in the order of the script, then those that no line asks for
   * @throws StfParser.StfFormatException where a statement does not fit the program
   */
  public List<StfCheck> run(List<StfStatement> script) {
    for (StfStatement statement : script) {
      try {
        run(statement);
      } catch (StfDevice.StfRefusedException e) {
        checks.add(new StfCheck(statement.line(), false, "refused: " + e.getMessage()));
      }
    }
    checks.addAll(expectations.check(device.sent()));
    return checks.stream().sorted(Comparator.comparingInt(StfRunner::place)).toList();
  }

  private static int place(StfCheck check) {
    return check.line() == 0 ? Integer.MAX_VALUE : check.line();
  }

  private void run(StfStatement statement) {
    switch (statement) {
      case StfStatement.Add add -> {
        TableEntry entry = entries.entry(add);
        device.add(entry);
        added.add(entry);
        add.label().ifPresent(label -> labels.put(label, entry));
      }
      case StfStatement.SetDefault set -> {
        TableDefinition table = names.table(set.line(), set.table());
        device.setDefault(table.name(), entries.action(set.line(), table, set.call()));
      }
      case StfStatement.RemoveAll _ -> {
        added.forEach(device::remove);
        added.clear();
      }
      case StfStatement.Packet packet -> {
        expectations.received();
        device.receive(packet.port(), HexFormat.of().parseHex(packet.hex()));
      }
      case StfStatement.Expect expect -> expectations.add(expect);
      case StfStatement.NoPacket none -> expectations.add(none);
      case StfStatement.Wait _ -> {
        // Packets are through as soon as they are sent.
      }
      case StfStatement.CheckCounter check -> check(check);
      case StfStatement.Command command -> commands.run(command);
    }
  }

  private void check(StfStatement.CheckCounter check) {
    PacketByteCount value;
    if (check.cell().startsWith("$")) {
      TableEntry entry = labels.get(check.cell().substring(1));
      if (entry == null) {
        throw new StfParser.StfFormatException(check.line(), "no entry is called " + check.cell());
      }
      value = device.directCounter(entry);
    } else {
      int cell = StfNumber.of(check.cell()).value().intValue();
      value = device.counter(names.counter(check.line(), check.counter()), cell);
    }
    if (check.condition().isPresent()) {
      StfStatement.Condition condition = check.condition().get();
      long found = condition.bytes() ? value.bytes() : value.packets();
      boolean holds = holds(Long.compare(found, condition.value()), condition.operator());
      checks.add(
          new StfCheck(
              check.line(),
              holds,
              "counter %s(%s) is %d%s"
                  .formatted(
                      check.counter(),
                      check.cell(),
                      found,
                      holds
                          ? ""
                          : ", expected " + condition.operator() + " " + condition.value())));
    }
  }

  private static boolean holds(int order, String operator) {
    return switch (operator) {
      case "==" -> order == 0;
      case "!=" -> order != 0;
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      default -> order >= 0;
    };
  }

  /**
   * One thing that a script expects, and what became of it.
   *
   * @param line where the script says so, from 1; 0 for what no line says, such as packets that
   *     nobody expects
   * @param text what was found, and what was expected where that is something else
   */
  public record StfCheck(int line, boolean passed, String text) {
    @Override
    public String toString() {
      return line == 0 ? text : "line " + line + ": " + text;
    }
  }

  /** Numbers of a script: decimal, 0x, 0b or 0o, with {@code *} for digits that do not matter. */
  record StfNumber(String text, int radix, int bitsPerDigit) {
    static StfNumber of(String text) {
      return switch (text.length() > 2 ? text.substring(0, 2) : "") {
        case "0x", "0X" -> new StfNumber(text.substring(2), 16, 4);
        case "0b", "0B" -> new StfNumber(text.substring(2), 2, 1);
        case "0o", "0O" -> new StfNumber(text.substring(2), 8, 3);
        default -> new StfNumber(text, 10, 0);
      };
    }

    BigInteger value() {
      return new BigInteger(text.replace('*', '0'), radix);
    }

    /** The value cut to a width. */
    Bits bits(int width) {
      return new Bits(value().and(Bits.ones(width).value()), width);
    }

    /** A ternary value: the digits given matter, those before them do not. */
    MatchValue ternary(int width) {
      if (bitsPerDigit == 0) {
        return new MatchValue.Ternary(bits(width), Bits.ones(width));
      }
      BigInteger mask = BigInteger.ZERO;
      BigInteger digit = BigInteger.ONE.shiftLeft(bitsPerDigit).subtract(BigInteger.ONE);
      for (int i = 0; i < text.length(); i++) {
        mask = mask.shiftLeft(bitsPerDigit).or(text.charAt(i) == '*' ? BigInteger.ZERO : digit);
      }
      mask = mask.and(Bits.ones(width).value());
      return mask.signum() == 0
          ? new MatchValue.Any()
          : new MatchValue.Ternary(new Bits(value().and(mask), width), new Bits(mask, width));
    }

    /** A prefix as long as the digits given. */
    MatchValue lpm(int width) {
      int digits = text.length() - (int) text.chars().filter(c -> c == '*').count();
      return lpm(width, bitsPerDigit == 0 ? width : Math.min(width, digits * bitsPerDigit));
    }

    MatchValue lpm(int width, int length) {
      BigInteger ones = Bits.ones(width).value();
      BigInteger prefix = ones.andNot(ones.shiftRight(length));
      return length == 0
          ? new MatchValue.Any()
          : new MatchValue.Lpm(new Bits(value().and(prefix), width), length);
    }
  }
}
