package io.smartt.p4.bmv2;

import module java.base;

/**
 * A match-action table.
 *
 * @param actionProfile of an indirect table
 * @param actions ids of the actions that its entries may run
 * @param next where to go after each action, by action name; or by {@code __HIT__} and {@code
 *     __MISS__}
 * @param baseDefaultNext where a miss goes when no action is run
 * @param directMeter meter array attached to the entries
 */
public record TableDefinition(
    String name,
    MatchType matchKind,
    Optional<String> actionProfile,
    boolean selector,
    int maxSize,
    boolean withCounters,
    boolean supportsTimeout,
    List<KeyField> key,
    List<Integer> actions,
    Map<String, Optional<String>> next,
    Optional<String> baseDefaultNext,
    Optional<String> directMeter,
    Optional<DefaultEntry> defaultEntry,
    List<Entry> entries,
    Optional<Bmv2Config.SourceLine> source) {
  /** Key in {@link #next} for a hit. */
  public static final String HIT = "__HIT__";

  /** Key in {@link #next} for a miss. */
  public static final String MISS = "__MISS__";

  /** Copies the collections. */
  public TableDefinition {
    key = List.copyOf(key);
    actions = List.copyOf(actions);
    next = Map.copyOf(next);
    entries = List.copyOf(entries);
  }

  /**
   * One field of the key.
   *
   * @param target a field, or a header for {@link MatchType#VALID}
   * @param mask applied to the field before matching
   */
  public record KeyField(MatchType kind, String name, Value target, Optional<BigInteger> mask) {}

  /** The default action that the program declares. */
  public record DefaultEntry(int actionId, List<BigInteger> arguments, boolean constAction) {
    /** Copies the arguments. */
    public DefaultEntry {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * An entry that the program declares.
   *
   * @param priority lower wins
   */
  public record Entry(
      List<MatchParameter> key, int actionId, List<BigInteger> arguments, int priority) {
    /** Copies the lists. */
    public Entry {
      key = List.copyOf(key);
      arguments = List.copyOf(arguments);
    }
  }

  /** One field of an entry's key. */
  public sealed interface MatchParameter {
    /** Equal. */
    record Exact(BigInteger key) implements MatchParameter {}

    /** The first bits equal. */
    record Lpm(BigInteger key, int prefixLength) implements MatchParameter {}

    /** Equal under the mask. */
    record Ternary(BigInteger key, BigInteger mask) implements MatchParameter {}

    /** A value between the two, both included. */
    record Range(BigInteger start, BigInteger end) implements MatchParameter {}

    /** The header is valid, or not. */
    record Valid(boolean key) implements MatchParameter {}
  }

  /**
   * The match type of a key field or of a whole table. {@code VALID} is for fields of old programs.
   */
  public enum MatchType {
    EXACT,
    LPM,
    TERNARY,
    RANGE,
    VALID
  }
}
