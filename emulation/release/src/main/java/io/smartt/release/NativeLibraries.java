package io.smartt.release;

import module java.base;

/**
 * Libraries of a system that a Java run time needs: those of an image.
 *
 * @param machine whose system it is
 */
record NativeLibraries(Release.Machine machine) {
  /**
   * Finds them, and what they need.
   *
   * @return the files by the paths at which an image has them, without the first slash
   * @throws IOException naming what the system does not have
   */
  SortedMap<String, Path> neededBy(Path runTime) throws IOException {
    SortedMap<String, Path> found = new TreeMap<>();
    Set<String> seen = new HashSet<>();
    Deque<Path> open = new ArrayDeque<>();
    for (Path file : files(runTime)) {
      seen.add(file.getFileName().toString());
      open.add(file);
    }
    while (!open.isEmpty()) {
      Path file = open.remove();
      Optional<Elf> elf = Elf.read(file);
      if (elf.isEmpty()) {
        continue;
      }
      if (elf.get().interpreter().isPresent()) {
        String loader = elf.get().interpreter().get();
        String name = Path.of(loader).getFileName().toString();
        seen.add(name);
        found.put(loader.substring(1), find(name, file));
      }
      for (String name : elf.get().needed()) {
        if (seen.add(name)) {
          Path library = find(name, file);
          found.put("lib/" + machine.triplet() + "/" + name, library);
          open.add(library);
        }
      }
    }
    return found;
  }

  private static List<Path> files(Path runTime) throws IOException {
    try (Stream<Path> paths = Files.walk(runTime)) {
      return paths
          .filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
          .filter(path -> path.toString().endsWith(".so") || Files.isExecutable(path))
          // Programs first: their loader is not one more library.
          .sorted(
              (a, b) -> Boolean.compare(a.toString().endsWith(".so"), b.toString().endsWith(".so")))
          .toList();
    }
  }

  private Path find(String name, Path file) throws IOException {
    for (Path folder : machine.folders()) {
      if (Files.exists(folder.resolve(name))) {
        return folder.resolve(name);
      }
    }
    throw new IOException(
        file + " needs " + name + ", which is in no folder of libraries of " + machine.root());
  }

  /**
   * The requests of a program or library of Linux to its loader. {@code ldd} would say it for this
   * machine's architecture alone.
   *
   * @param interpreter the loader's path, which programs have
   * @param needed names of libraries
   */
  record Elf(Optional<String> interpreter, List<String> needed) {
    private static final int MAGIC = 0x7f454c46;
    private static final int HEADER_BYTES = 64;
    private static final byte CLASS_64 = 2;
    private static final byte LITTLE_ENDIAN = 1;

    /** Kinds of segments. */
    private static final int LOAD = 1;

    private static final int DYNAMIC = 2;
    private static final int INTERPRETER = 3;

    /** Kinds of dynamic entries. */
    private static final long END = 0;

    private static final long NEEDED = 1;
    private static final long STRINGS = 5;

    /** A part of the file: where it is there, and where in memory. */
    private record Segment(int kind, int offset, long address, long size) {
      boolean has(long where) {
        return kind == LOAD && where >= address && where < address + size;
      }
    }

    /**
     * Reads a file.
     *
     * @return empty where it is something else
     * @throws IOException where it is for a machine of 32 bits or of the other byte order
     */
    static Optional<Elf> read(Path file) throws IOException {
      ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
      if (all.limit() < HEADER_BYTES || all.getInt(0) != MAGIC) {
        return Optional.empty();
      }
      if (all.get(4) != CLASS_64 || all.get(5) != LITTLE_ENDIAN) {
        throw new IOException(file + ": not for a little-endian machine of 64 bits");
      }
      all.order(ByteOrder.LITTLE_ENDIAN);
      List<Segment> segments = segments(all);
      return Optional.of(
          new Elf(
              segments.stream()
                  .filter(segment -> segment.kind() == INTERPRETER)
                  .map(segment -> text(all, segment.offset()))
                  .findFirst(),
              needed(all, segments)));
    }

    private static List<Segment> segments(ByteBuffer all) {
      int start = (int) all.getLong(32);
      int size = all.getShort(54);
      List<Segment> segments = new ArrayList<>();
      for (int at = start; at < start + size * all.getShort(56); at += size) {
        segments.add(
            new Segment(
                all.getInt(at),
                (int) all.getLong(at + 8),
                all.getLong(at + 16),
                all.getLong(at + 32)));
      }
      return segments;
    }

    private static List<String> needed(ByteBuffer all, List<Segment> segments) {
      List<Long> names = new ArrayList<>();
      long strings = 0;
      for (Segment segment : segments) {
        if (segment.kind() == DYNAMIC) {
          for (int at = segment.offset(); all.getLong(at) != END; at += 2 * Long.BYTES) {
            if (all.getLong(at) == NEEDED) {
              names.add(all.getLong(at + Long.BYTES));
            } else if (all.getLong(at) == STRINGS) {
              strings = all.getLong(at + Long.BYTES);
            }
          }
        }
      }
      List<String> needed = new ArrayList<>();
      for (Segment segment : segments) {
        if (segment.has(strings)) {
          int table = (int) (strings - segment.address()) + segment.offset();
          names.forEach(name -> needed.add(text(all, table + name.intValue())));
        }
      }
      return List.copyOf(needed);
    }

    private static String text(ByteBuffer all, int from) {
      int end = from;
      while (all.get(end) != 0) {
        end++;
      }
      byte[] bytes = new byte[end - from];
      all.get(from, bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
