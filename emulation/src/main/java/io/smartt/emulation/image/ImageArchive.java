package io.smartt.emulation.image;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Packs a folder as an image of one layer that {@code docker load} takes. */
public final class ImageArchive {
  /** A folder in which all users write files of their own. */
  private static final int FOR_ALL = 041777;

  private static final int EXECUTABLE = 0100755;
  private static final int FILE = 0100644;
  private static final String CREATED = "2026-01-01T00:00:00Z";

  /** Keys in order: that of an unmodifiable map differs from one process to the next. */
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private ImageArchive() {}

  /**
   * Writes an image archive. All belongs to root; a folder that all may write has the sticky bit.
   *
   * @param root whose content is the image's root folder
   * @param tag its name and tag
   * @param config of a container, as the image specification has it
   * @param archive the file to write
   * @return bytes of the layer
   */
  public static long write(Path root, String tag, Map<String, Object> config, Path archive)
      throws IOException {
    Path layer = Files.createTempFile(archive.getParent(), "layer", ".tar");
    try {
      String digest = writeLayer(root, layer);
      Map<String, Object> image =
          Map.of(
              "architecture",
              architecture(),
              "os",
              "linux",
              "created",
              CREATED,
              "config",
              config,
              "rootfs",
              Map.of("type", "layers", "diff_ids", List.of("sha256:" + digest)));
      byte[] imageJson = JSON.writeValueAsBytes(image);
      String imageName = HexFormat.of().formatHex(sha256().digest(imageJson)) + ".json";
      List<Map<String, Object>> manifest =
          List.of(
              Map.of(
                  "Config",
                  imageName,
                  "RepoTags",
                  List.of(tag),
                  "Layers",
                  List.of(digest + "/layer.tar")));
      try (TarArchiveOutputStream tar =
          new TarArchiveOutputStream(new BufferedOutputStream(Files.newOutputStream(archive)))) {
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        put(tar, "manifest.json", JSON.writeValueAsBytes(manifest));
        put(tar, imageName, imageJson);
        put(tar, digest + "/VERSION", "1.0".getBytes(StandardCharsets.UTF_8));
        TarArchiveEntry entry = dated(digest + "/layer.tar");
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
    MessageDigest sha256 = sha256();
    try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(layer));
        TarArchiveOutputStream tar =
            new TarArchiveOutputStream(new DigestOutputStream(file, sha256));
        Stream<Path> files = Files.walk(root)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (Path path : files.sorted().skip(1).toList()) {
        addFile(tar, root, path);
      }
    }
    return HexFormat.of().formatHex(sha256.digest());
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

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
