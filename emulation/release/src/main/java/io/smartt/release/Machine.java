package io.smartt.release;

import module java.base;

/**
 * A kind of machine that packages are made for.
 *
 * @param architecture as Debian and Go name it
 * @param triplet as Debian names the folders of its libraries
 * @param root of a Debian or Ubuntu system of that kind, unpacked here
 * @param modules the folder of a JDK's packaged modules for it; empty for the modules of the JDK
 *     that runs this
 */
record Machine(String architecture, String triplet, Path root, Optional<Path> modules) {
  /**
   * This one.
   *
   * @throws IOException where it is of another kind, whose packages would have the wrong label
   */
  static Machine here() throws IOException {
    String kind = System.getProperty("os.arch");
    if (!kind.equals("amd64")) {
      throw new IOException("packages are made on amd64; this machine is " + kind);
    }
    return new Machine("amd64", "x86_64-linux-gnu", Path.of("/"), Optional.empty());
  }

  /**
   * One for arm64 with a JDK of Debian's, as the script {@code arm64-root} leaves it.
   *
   * @throws IOException where the folder has no such JDK
   */
  static Machine arm64(Path root) throws IOException {
    Path java = root.resolve("usr/lib/jvm");
    if (Files.isDirectory(java)) {
      try (Stream<Path> paths = Files.list(java)) {
        Optional<Path> modules =
            paths
                .map(path -> path.resolve("jmods"))
                .filter(path -> Files.exists(path.resolve("java.base.jmod")))
                .sorted()
                .findFirst();
        if (modules.isPresent()) {
          return new Machine("arm64", "aarch64-linux-gnu", root, modules);
        }
      }
    }
    throw new IOException("-Drelease.arm64=" + root + ": has no usr/lib/jvm/*/jmods");
  }

  /** Returns where its loader looks. */
  List<Path> folders() {
    return Stream.of("lib/" + triplet, "usr/lib/" + triplet, "lib", "lib64", "usr/lib", "usr/lib64")
        .map(root::resolve)
        .toList();
  }
}
