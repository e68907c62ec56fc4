package io.smartt.testbed.sonic;

import module java.base;

/**
 * The rule that a table's objects follow.
 *
 * @param keys the forms that a key may have: rules of the parts between {@code |}
 * @param fields by name
 * @param numbered where fields have numbers for names (maps): rules of name and value
 * @param references by field, the table whose keys it names
 * @param required fields that an object must have
 */
record TableRule(
    List<List<FieldRule>> keys,
    Map<String, FieldRule> fields,
    Optional<Numbered> numbered,
    Map<String, String> references,
    List<String> required) {

  /** Rules of a map's names and values. */
  record Numbered(FieldRule name, FieldRule value) {}

  static TableRule keyed(FieldRule... parts) {
    return new TableRule(List.of(List.of(parts)), Map.of(), Optional.empty(), Map.of(), List.of());
  }

  TableRule orKeyed(FieldRule... parts) {
    List<List<FieldRule>> more = new ArrayList<>(keys);
    more.add(List.of(parts));
    return new TableRule(List.copyOf(more), fields, numbered, references, required);
  }

  TableRule field(String name, FieldRule rule) {
    Map<String, FieldRule> more = new LinkedHashMap<>(fields);
    more.put(name, rule);
    return new TableRule(keys, more, numbered, references, required);
  }

  TableRule reference(String name, String table) {
    Map<String, String> more = new LinkedHashMap<>(references);
    more.put(name, table);
    return new TableRule(keys, field(name, FieldRule.text()).fields, numbered, more, required);
  }

  TableRule map(FieldRule name, FieldRule value) {
    return new TableRule(
        keys, fields, Optional.of(new Numbered(name, value)), references, required);
  }

  TableRule require(String... names) {
    return new TableRule(keys, fields, numbered, references, List.of(names));
  }

  /**
   * Rule for a field or a part of a key, after SONiC's YANG models.
   *
   * @param accepted in words, for errors
   */
  record FieldRule(Predicate<String> test, String accepted) {
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");

    static FieldRule text() {
      return new FieldRule(text -> true, "any text");
    }

    static FieldRule oneOf(String... words) {
      return new FieldRule(List.of(words)::contains, String.join(" | ", words));
    }

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
