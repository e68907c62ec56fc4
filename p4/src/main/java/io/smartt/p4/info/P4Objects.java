package io.smartt.p4.info;

import module java.base;

import io.smartt.p4.info.P4InfoIndex.P4Object;
import io.smartt.p4.info.P4InfoReader.InvalidP4InfoException;
import io.smartt.p4.pipeline.PipelineControl.UnknownNameException;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind in declaration order, found by id and by name. A name is the full one,
 * the alias, or a dotted suffix that only one object has: {@code ingress.ipv4_lpm} answers to
 * {@code ipv4_lpm}. Immutable.
 */
public final class P4Objects<T extends P4Object> implements Iterable<T> {
  private static final int MOST_OFFERED = 8;

  private final String kind;
  private final List<T> all;
  private final Map<Integer, T> byId = new LinkedHashMap<>();
  private final Map<String, T> byName = new LinkedHashMap<>();

  /**
   * Indexes the objects.
   *
   * @param kind what error messages call one of them, such as {@code table}
   * @throws InvalidP4InfoException where two share an id or a full name
   */
  public P4Objects(String kind, List<T> objects) {
    this.kind = kind;
    this.all = List.copyOf(objects);
    for (T object : all) {
      requireNew(object, byId.putIfAbsent(object.id(), object), "id " + idText(object.id()));
      requireNew(object, byName.putIfAbsent(object.name(), object), "name");
    }
  }

  private void requireNew(T object, @Nullable T other, String what) {
    if (other != null) {
      throw new InvalidP4InfoException(
          "%s %s and %s %s have the same %s"
              .formatted(kind, other.name(), kind, object.name(), what));
    }
  }

  /** Returns the objects in declaration order. */
  public List<T> all() {
    return all;
  }

  /** Returns how many there are. */
  public int size() {
    return all.size();
  }

  /** The object of this id, if there is one. */
  public Optional<T> find(int id) {
    return Optional.ofNullable(byId.get(id));
  }

  /**
   * The object of this id.
   *
   * @throws UnknownNameException listing what there is
   */
  public T withId(int id) {
    return find(id)
        .orElseThrow(() ->
            new UnknownNameException(
                "no %s with id %s; %s".formatted(kind, idText(id), offer(idText(id), names()))));
  }

  /** The object of this full name, alias or unambiguous suffix, if there is one. */
  public Optional<T> find(String name) {
    List<T> matches = matches(name);
    return matches.size() == 1 ? Optional.of(matches.getFirst()) : Optional.empty();
  }

  /**
   * The object of this full name, alias or unambiguous suffix.
   *
   * @throws UnknownNameException naming near names, or the candidates of an ambiguous suffix
   */
  public T named(String name) {
    List<T> matches = matches(name);
    if (matches.size() == 1) {
      return matches.getFirst();
    }
    if (matches.isEmpty()) {
      throw new UnknownNameException(
          "no %s named '%s'; %s".formatted(kind, name, offer(name, names())));
    }
    throw new UnknownNameException(
        "%s name '%s' is ambiguous: %s"
            .formatted(
                kind, name, String.join(", ", matches.stream().map(P4Object::name).toList())));
  }

  private List<T> matches(String name) {
    T exact = byName.get(name);
    if (exact != null) {
      return List.of(exact);
    }
    List<T> aliased = all.stream().filter(object -> object.alias().equals(name)).toList();
    if (aliased.size() == 1) {
      return aliased;
    }
    String suffix = "." + name;
    return name.isEmpty()
        ? List.of()
        : all.stream().filter(object -> object.name().endsWith(suffix)).toList();
  }

  /** Full names in declaration order. */
  public List<String> names() {
    List<String> names = new ArrayList<>(all.size());
    all.forEach(object -> names.add(object.name()));
    return names;
  }

  /** Streams the objects in declaration order. */
  public Stream<T> stream() {
    return all.stream();
  }

  @Override
  public Iterator<T> iterator() {
    return all.iterator();
  }

  @Override
  public String toString() {
    return kind + names();
  }

  private static String idText(int id) {
    return Integer.toUnsignedString(id);
  }

  /** A clause such as {@code did you mean a, b?}, or what there is when nothing is near. */
  private static String offer(String wrong, List<String> names) {
    if (names.isEmpty()) {
      return "the program has none";
    }
    int tolerance = Math.max(2, wrong.length() / 3);
    List<String> near =
        names.stream()
            .filter(name -> distance(wrong, name) <= tolerance)
            .sorted(Comparator.comparingInt(name -> distance(wrong, name)))
            .limit(3)
            .toList();
    if (!near.isEmpty()) {
      return "did you mean " + String.join(", ", near) + "?";
    }
    String some = String.join(", ", names.subList(0, Math.min(MOST_OFFERED, names.size())));
    return "there is " + some + (names.size() > MOST_OFFERED ? ", ..." : "");
  }

  /** Edit distance to the name or to its last part, whichever is nearer; case does not count. */
  private static int distance(String wrong, String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    String typed = wrong.toLowerCase(Locale.ROOT);
    return Math.min(
        editDistance(typed, lower),
        editDistance(
            typed.substring(typed.lastIndexOf('.') + 1),
            lower.substring(lower.lastIndexOf('.') + 1)));
  }

  /**
   * Returns the least number of letters to insert, delete or replace (Levenshtein): for errors that
   * say which name may have been meant.
   */
  public static int editDistance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
