package io.smartt.study.bundle;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.base.input.UserInputException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;

/** A folder as {@code .tar} or {@code .tar.gz}: the same bytes for the same files. */
final class BundleArchive {
  /** The earliest time that all archivers take. */
  private static final Instant TIME = Instant.parse("1980-01-01T00:00:00Z");

  private static final int EXECUTABLE = 0100755;
  private static final int FILE = 0100644;

  /** The most bytes of entries in front of the manifest, of which a bundle has README.md only. */
  private static final long MOST_BEFORE_MANIFEST = 1L << 26;

  /** The least that an entry in front of the manifest counts: their number has an end. */
  private static final long LEAST = 1L << 12;

  private BundleArchive() {}

  /**
   * Packs a folder.
   *
   * @param top name of the folder in the archive
   */
  static void pack(Path folder, String top, boolean compressed, Path archive) throws IOException {
    try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(archive));
        OutputStream out = compressed ? new GzipCompressorOutputStream(file) : file;
        TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8");
        Stream<Path> all = Files.walk(folder)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
      List<Path> files =
          all.filter(Files::isRegularFile)
              .sorted((a, b) -> name(folder, a).compareTo(name(folder, b)))
              .toList();
      for (Path path : files) {
        TarArchiveEntry entry = new TarArchiveEntry(top + "/" + name(folder, path));
        entry.setSize(Files.size(path));
        entry.setModTime(TIME.toEpochMilli());
        entry.setMode(path.toString().endsWith(".sh") ? EXECUTABLE : FILE);
        tar.putArchiveEntry(entry);
        Files.copy(path, tar);
        tar.closeArchiveEntry();
      }
    }
  }

  private static String name(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  static boolean isCompressed(Path archive) {
    return archive.toString().endsWith(".gz") || archive.toString().endsWith(".tgz");
  }

  /**
   * Unpacks an archive: its plain files, nowhere else than into a folder, and no more of them, and
   * no more bytes, than its {@code bundle.json} explains.
   *
   * @return the one folder that all of it is in
   */
  static Path unpack(Path archive, Path into) throws IOException {
    Path top = into;
    long room = MOST_BEFORE_MANIFEST;
    Optional<Set<String>> known = Optional.empty();
    try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
        InputStream in = isCompressed(archive) ? new GZIPInputStream(file) : file;
        TarArchiveInputStream tar = new TarArchiveInputStream(in, "UTF-8")) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        if (entry.isDirectory()) {
          continue;
        }
        String name = entry.getName();
        Path to = name.indexOf('\0') < 0 ? into.resolve(name).normalize() : into;
        boolean plain = entry.isFile() && !entry.isSymbolicLink() && !entry.isLink();
        if (!plain || !to.startsWith(into) || into.relativize(to).getNameCount() < 2) {
          throw new UserInputException(
              archive + ": '" + name + "' is not a plain file in the bundle's folder");
        }
        if (known.isPresent() && !known.get().contains(name(top, to))) {
          throw new UserInputException(archive + ": its bundle.json does not know '" + name + "'");
        }
        room -= Math.max(entry.getRealSize(), known.isPresent() ? 0 : LEAST);
        if (room < 0) {
          throw new UserInputException(
              "%s: with '%s' it has more bytes than a bundle.json before that explains"
                  .formatted(archive, name));
        }
        Files.createDirectories(to.getParent());
        Files.copy(tar, to);
        top = into.resolve(into.relativize(to).getName(0));
        if (to.equals(top.resolve(BundleManifest.FILE))) {
          BundleManifest manifest = BundleManifest.read(top);
          room += manifest.mostBytes();
          known = Optional.of(manifest.contents().keySet());
        }
      }
    } catch (IOException e) {
      throw new UserInputException(
          archive + ": is no bundle, or damaged: " + FileErrors.reason(e), e);
    }
    if (top.equals(into)) {
      throw new UserInputException(archive + ": has no files, so it is no bundle");
    }
    return top;
  }
}
