package io.smartt.p4.bmv2;

import module java.base;

/** The names that can be referred to, while the JSON is being read. */
final class Names {
  final Map<String, HeaderType> headerTypes = new HashMap<>();
  final Map<String, Bmv2Config.HeaderInstance> headers = new HashMap<>();
  final Map<Integer, Bmv2Config.HeaderInstance> headersById = new HashMap<>();
  final Map<String, Bmv2Config.HeaderStack> stacks = new HashMap<>();
  final Map<String, HeaderUnionType> unionTypes = new HashMap<>();
  final Map<String, HeaderUnionType.HeaderUnionStack.HeaderUnion> unions = new HashMap<>();
  final Map<Integer, HeaderUnionType.HeaderUnionStack.HeaderUnion> unionsById = new HashMap<>();
  final Map<String, HeaderUnionType.HeaderUnionStack> unionStacks = new HashMap<>();
  final Map<Integer, ActionDefinition> actions = new HashMap<>();
  final Map<Value.ObjectKind, Set<String>> objects = new HashMap<>();
  final Set<String> valueSets = new HashSet<>();

  /** Remembers the names of a section that is read later. */
  void declare(Value.ObjectKind kind, JsonCursor root, String section) {
    Set<String> names = objects.computeIfAbsent(kind, _ -> new HashSet<>());
    for (JsonCursor item : root.list(section)) {
      names.add(item.text("name"));
    }
  }

  /** The thing of this name or id, or a complaint at the place that refers to it. */
  static <K, T> T find(Map<K, T> map, K key, JsonCursor at, String what) {
    T found = map.get(key);
    if (found == null) {
      throw at.fail("there is no " + what + " " + key + among(map.keySet()));
    }
    return found;
  }

  /** Adds a name or id that must be new. */
  static <K, T> void add(Map<K, T> map, K key, T value, JsonCursor at, String what) {
    if (map.putIfAbsent(key, value) != null) {
      throw at.fail("a second " + what + " " + key);
    }
  }

  private static String among(Set<?> known) {
    if (known.isEmpty()) {
      return "; the program has none";
    }
    List<String> names = new ArrayList<>(known.stream().map(String::valueOf).sorted().toList());
    int shown = 8;
    return "; there are "
        + String.join(", ", names.subList(0, Math.min(shown, names.size())))
        + (names.size() > shown ? " and " + (names.size() - shown) + " more" : "");
  }

  HeaderType headerTypeOf(String header, JsonCursor at) {
    return find(headers, header, at, "header").type();
  }

  static int fieldIndex(HeaderType type, String field, JsonCursor at) {
    int index = type.indexOf(field);
    if (index < 0) {
      throw at.fail(
          "header type "
              + type.name()
              + " has no field "
              + field
              + "; it has "
              + String.join(", ", type.fields().stream().map(HeaderType.Field::name).toList()));
    }
    return index;
  }
}
