package io.smartt.host.own;

import module java.base;

/**
 * The compiled classes of one algorithm of a user's.
 *
 * @param file that they came from, for errors
 * @param byName class files by binary name ({@code my.Control$State})
 */
public record OwnClasses(String file, SortedMap<String, byte[]> byName) {
  private static final String RESERVED = "io.smartt.";

  /**
   * Copies the map.
   *
   * @throws IllegalArgumentException if a class is in a package of the program's own
   */
  public OwnClasses {
    byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
    for (String name : byName.keySet()) {
      if (name.startsWith(RESERVED)) {
        throw new IllegalArgumentException(
            file + ": class " + name + " is in a package of the program; choose another package");
      }
    }
  }

  /**
   * Loads the classes, with a class loader that nobody else has, and returns the description that
   * they have in their one {@code public static final} field of a type.
   *
   * @param type {@link io.smartt.host.congestion.CongestionControl} or {@link
   *     io.smartt.host.pathing.LoadBalancer}
   * @throws IllegalArgumentException if there is not exactly one such field, or if it cannot be
   *     read; the message is for the user
   */
  public <T> T description(Class<T> type) {
    UserCodeFault.OwnLoader loader = new UserCodeFault.OwnLoader(this);
    List<Field> fields = new ArrayList<>();
    List<String> classes = new ArrayList<>();
    try {
      for (String name : byName.keySet()) {
        Class<?> loaded = Class.forName(name, false, loader);
        classes.add(loaded.getName());
        for (Field field : loaded.getDeclaredFields()) {
          if (describes(field, type)) {
            fields.add(field);
          }
        }
      }
      if (fields.size() == 1) {
        Field only = fields.getFirst();
        only.setAccessible(true);
        return type.cast(only.get(null));
      }
    } catch (ExceptionInInitializerError e) {
      UserCodeFault culprit = UserCodeFault.of(e.getException());
      throw new IllegalArgumentException(
          culprit.line().isEmpty() ? file + ": " + culprit.what() : culprit.text(), e);
    } catch (LinkageError | ReflectiveOperationException | IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": cannot be loaded: " + e, e);
    }
    throw new IllegalArgumentException(
        "%s: has %s 'public static final %s'%s"
            .formatted(
                file,
                fields.isEmpty() ? "no" : fields.size() + " fields",
                type.getSimpleName(),
                fields.isEmpty()
                    ? "; found the classes " + String.join(", ", classes)
                    : ", must have one: " + String.join(", ", names(fields))));
  }

  private static boolean describes(Field field, Class<?> type) {
    int wanted = Modifier.PUBLIC | Modifier.STATIC | Modifier.FINAL;
    return (field.getModifiers() & wanted) == wanted && field.getType() == type;
  }

  private static List<String> names(List<Field> fields) {
    return fields.stream()
        .map(field -> field.getDeclaringClass().getName() + "." + field.getName())
        .toList();
  }
}
