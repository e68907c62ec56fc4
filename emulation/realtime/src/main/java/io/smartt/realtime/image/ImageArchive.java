package io.smartt.realtime.image;

import module java.base;

import io.smartt.base.input.Sha256;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Packs a folder as an image of one layer. The archive has two tables of contents over the same
 * blobs: OCI's, which registries' tools read, and {@code docker save}'s, which any Docker loads.
 */
public final class ImageArchive {
  /** A folder in which all users write files of their own. */
  private static final int FOR_ALL = 041777;

  /** The letters of {@code LC_CTYPE=C.UTF-8}, which a C library has in a file. */
  private static final Path LETTERS = Path.of("/usr/lib/locale/C.utf8/LC_CTYPE");

  private static final int EXECUTABLE = 0100755;
  private static final int FILE = 0100644;
  private static final String CREATED = "2026-01-01T00:00:00Z";

  private ImageArchive() {}

  /**
   * Writes an image archive for this machine's architecture. All belongs to root; a folder that all
   * may write has the sticky bit.
   *
   * @param root whose content is the image's root folder
   * @param tag its name and tag
   * @param config of a container, as the image specification has it
   * @param archive the file to write
   * @return bytes of the layer
   */
  public static long write(Path root, String tag, Map<String, Object> config, Path archive)
      throws IOException {
    return write(root, tag, architecture(), config, archive);
  }

  /**
   * Writes one for machines of another architecture.
   *
   * @param architecture as Go names it: {@code amd64}, {@code arm64}
   */
  public static long write(
      Path root, String tag, String architecture, Map<String, Object> config, Path archive)
      throws IOException {
    Path layer = Files.createTempFile(archive.getParent(), "layer", ".tar");
    try {
      String digest = writeLayer(root, layer);
      ImageManifests manifests =
          ImageManifests.of(tag, architecture, config, CREATED, digest, Files.size(layer));
      try (TarArchiveOutputStream tar =
          new TarArchiveOutputStream(new BufferedOutputStream(Files.newOutputStream(archive)))) {
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        for (Map.Entry<String, byte[]> file : manifests.files().entrySet()) {
          put(tar, file.getKey(), file.getValue());
        }
        TarArchiveEntry entry = dated(ImageManifests.BLOBS + digest);
        entry.setSize(Files.size(layer));
        tar.putArchiveEntry(entry);
        Files.copy(layer, tar);
        tar.closeArchiveEntry();
      }
      return Files.size(layer);
    } finally {
      Files.delete(layer);
    }
  }

  private static String architecture() {
    String arch = System.getProperty("os.arch");
    return switch (arch) {
      case "x86_64" -> "amd64";
      case "aarch64" -> "arm64";
      default -> arch;
    };
  }

  private static String writeLayer(Path root, Path layer) throws IOException {
    MessageDigest sha256 = Sha256.digest();
    try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(layer));
        TarArchiveOutputStream tar =
            new TarArchiveOutputStream(new DigestOutputStream(file, sha256));
        Stream<Path> files = Files.walk(root)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (Path path : files.sorted().skip(1).toList()) {
        addFile(tar, root, path);
      }
      if (Files.isRegularFile(LETTERS)) {
        put(tar, LETTERS.toString().substring(1), Files.readAllBytes(LETTERS));
      }
    }
    return Sha256.hex(sha256, sha256.getDigestLength());
  }

  private static void addFile(TarArchiveOutputStream tar, Path root, Path path) throws IOException {
    boolean folder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    TarArchiveEntry entry = new TarArchiveEntry(root.relativize(path) + (folder ? "/" : ""));
    entry.setModTime(Files.getLastModifiedTime(path).toMillis());
    if (folder && Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_WRITE)) {
      entry.setMode(FOR_ALL);
    }
    if (!folder) {
      entry.setSize(Files.size(path));
      entry.setMode(Files.isExecutable(path) ? EXECUTABLE : FILE);
    }
    tar.putArchiveEntry(entry);
    if (!folder) {
      Files.copy(path, tar);
    }
    tar.closeArchiveEntry();
  }

  /** An entry of a time that is the same in each image of the same content. */
  private static TarArchiveEntry dated(String name) {
    TarArchiveEntry entry = new TarArchiveEntry(name);
    entry.setModTime(Instant.parse(CREATED).toEpochMilli());
    return entry;
  }

  private static void put(TarArchiveOutputStream tar, String name, byte[] content)
      throws IOException {
    TarArchiveEntry entry = dated(name);
    entry.setSize(content.length);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }
}
