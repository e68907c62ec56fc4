package io.smartt.release;

import module java.base;

/**
 * The content of a package, in the order of names; folders above an entry are there by themselves.
 */
final class Layout {
  private final SortedMap<String, Entry> entries = new TreeMap<>();

  /** Adds an entry. */
  void add(Entry entry) {
    int slash = entry.name().lastIndexOf('/');
    if (slash > 0) {
      String above = entry.name().substring(0, slash);
      if (!entries.containsKey(above)) {
        add(new Entry.Folder(above));
      }
    }
    entries.put(entry.name(), entry);
  }

  /** Adds a file that nobody executes. */
  void file(String name, Path source) {
    add(new Entry.Content(name, source, false));
  }

  /** Adds all that is below a folder, links as links. */
  void tree(String name, Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.skip(1).toList()) {
        String below = name + "/" + folder.relativize(path);
        if (Files.isSymbolicLink(path)) {
          add(new Entry.Link(below, Files.readSymbolicLink(path).toString()));
        } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
          add(new Entry.Folder(below));
        } else {
          add(new Entry.Content(below, path, Files.isExecutable(path)));
        }
      }
    }
  }

  /** Adds what another one has, below a folder. */
  void all(String folder, Layout other) {
    other.entries().forEach(entry -> add(entry.at(folder + "/" + entry.name())));
  }

  /** Returns every entry, a folder before what it has. */
  Collection<Entry> entries() {
    return List.copyOf(entries.values());
  }

  /** Copies of it without what is at or below some names. */
  Layout without(List<String> names) {
    Layout less = new Layout();
    for (Map.Entry<String, Entry> entry : entries.entrySet()) {
      String name = entry.getKey();
      if (names.stream().noneMatch(out -> name.equals(out) || name.startsWith(out + "/"))) {
        less.add(entry.getValue());
      }
    }
    return less;
  }

  /**
   * One entry of a package.
   *
   * <p>Owners and times are not in it: all belong to root and have the time of the release, so that
   * two builds of one commit are alike.
   */
  sealed interface Entry {
    /** Its path in the package, without a slash at either end. */
    String name();

    /** The same entry elsewhere. */
    Entry at(String name);

    /**
     * A file.
     *
     * @param source where its content is now
     * @param executable by everybody
     */
    record Content(String name, Path source, boolean executable) implements Entry {
      @Override
      public Content at(String other) {
        return new Content(other, source, executable);
      }
    }

    /**
     * A symbolic link.
     *
     * @param target as the link has it: relative to the link's folder, or absolute
     */
    record Link(String name, String target) implements Entry {
      @Override
      public Link at(String other) {
        return new Link(other, target);
      }
    }

    /** A folder. */
    record Folder(String name) implements Entry {
      @Override
      public Folder at(String other) {
        return new Folder(other);
      }
    }
  }
}
