package io.smartt.testbed.sonic;

import module java.base;

import io.smartt.base.input.PackedText;

/**
 * The tables of CONFIG_DB that an experiment touches, with every key and field that they take, as
 * {@code tables.txt} has them.
 */
final class ConfigSchema {
  private static final Map<String, TableRule> TABLES =
      new ConfigSchema().read(PackedText.read(ConfigSchema.class, "tables.txt"));

  private final Map<String, TableRule.FieldRule> types = new HashMap<>();

  private ConfigSchema() {}

  static Optional<TableRule> table(String name) {
    return Optional.ofNullable(TABLES.get(name));
  }

  private Map<String, TableRule> read(String text) {
    Map<String, TableRule> tables = new HashMap<>();
    TableRule table = TableRule.named();
    for (String line : text.lines().filter(one -> one.matches("\\w.*")).toList()) {
      String[] words = line.split(" ", 3);
      String rest = line.substring(words[0].length() + 1);
      switch (words[0] + (tables.isEmpty() ? " of all" : "")) {
        case "type of all" -> types.put(words[1], rule(words[2]));
        case "table", "table of all" -> {
          table = TableRule.named();
          tables.put(rest, table);
        }
        case "key" -> table.keys.add(Stream.of(rest.split(" ", -1)).map(this::rule).toList());
        case "any" -> table.numbered.add(new TableRule.Numbered(rule(words[1]), rule(words[2])));
        case "require" -> table.required.addAll(List.of(rest.split(" ", -1)));
        default -> {
          table.fields.put(words[0], rule(rest));
          if (words[1].equals("->")) {
            table.references.put(words[0], words[2]);
          }
        }
      }
    }
    return tables.entrySet().stream()
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, one -> one.getValue().fixed()));
  }

  private TableRule.FieldRule rule(String text) {
    return Stream.of(text.split(" or ", -1))
        .map(one -> Optional.ofNullable(types.get(one)).orElseGet(() -> plain(one)))
        .reduce(TableRule.FieldRule::or)
        .orElseThrow();
  }

  private static TableRule.FieldRule plain(String text) {
    String[] ends = text.split("\\.\\.", -1);
    if (text.startsWith("/")) {
      return TableRule.FieldRule.matching(text.substring(1, text.length() - 1));
    }
    return text.equals("*") || text.startsWith("->")
        ? new TableRule.FieldRule(any -> true, "any text")
        : ends.length == 2
            ? TableRule.FieldRule.whole(Long.parseLong(ends[0]), Long.parseLong(ends[1]))
            : new TableRule.FieldRule(List.of(text.split(" \\| ", -1))::contains, text);
  }

  /**
   * The rule that a table's objects follow.
   *
   * @param keys the forms that a key may have: rules of the parts between {@code |}
   * @param fields by name
   * @param numbered where other fields are many, such as numbers: a rule of names and values
   * @param references by field, the table whose keys it names
   * @param required fields that an object must have
   */
  record TableRule(
      List<List<FieldRule>> keys,
      Map<String, FieldRule> fields,
      List<Numbered> numbered,
      Map<String, String> references,
      List<String> required) {

    /** Rules of a map's names and values. */
    record Numbered(FieldRule name, FieldRule value) {}

    private static TableRule named() {
      return new TableRule(
          new ArrayList<>(),
          new LinkedHashMap<>(),
          new ArrayList<>(),
          new HashMap<>(),
          new ArrayList<>());
    }

    private TableRule fixed() {
      return new TableRule(
          List.copyOf(keys),
          Collections.unmodifiableMap(fields),
          List.copyOf(numbered),
          Map.copyOf(references),
          List.copyOf(required));
    }

    /**
     * Rule for a field or a part of a key, after SONiC's YANG models.
     *
     * @param accepted in words, for errors
     */
    record FieldRule(Predicate<String> test, String accepted) {
      private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");

      static FieldRule whole(long least, long most) {
        return new FieldRule(
            text ->
                WHOLE.matcher(text).matches()
                    && Long.parseLong(text) >= least
                    && Long.parseLong(text) <= most,
            least + ".." + most);
      }

      static FieldRule matching(String regex) {
        return new FieldRule(Pattern.compile(regex).asMatchPredicate(), "text like " + regex);
      }

      FieldRule or(FieldRule other) {
        return new FieldRule(test.or(other.test), accepted + " or " + other.accepted);
      }

      boolean accepts(String text) {
        return test.test(text);
      }
    }
  }
}
