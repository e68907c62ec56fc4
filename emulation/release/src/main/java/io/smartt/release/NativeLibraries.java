package io.smartt.release;

import module java.base;

/** Libraries of a system that a Java run time needs: those of an image. */
final class NativeLibraries {
  private final Machine machine;

  NativeLibraries(Machine machine) {
    this.machine = machine;
  }

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
}
