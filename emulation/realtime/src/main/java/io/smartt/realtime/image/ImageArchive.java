package io.smartt.realtime.image;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.base.concurrent.OwnProgram;
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

  private static final String DESCRIPTION = "Congestion-control experiments over P4 switches";
  private static final int EXECUTABLE = 0100755;
  private static final int FILE = 0100644;
  private static final String CREATED = "2026-01-01T00:00:00Z";

  private ImageArchive() {}

  /**
   * Writes an image archive. All belongs to root; a folder that all may write has the sticky bit.
   *
   * @param root whose content is the image's root folder
   * @param tag its name and tag
   * @param architecture as Go names it: {@code amd64}, {@code arm64}
   * @param config of a container, as the image specification has it
   * @param archive the file to write
   * @return bytes of the layer
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

  /**
   * Returns the config of a container that runs this program, without a user.
   *
   * @param home the program's folder
   * @param java of its run time, in that folder
   * @param folder where it starts
   */
  public static Map<String, Object> config(
      String home, String java, String version, String folder) {
    return Map.of(
        "Entrypoint", List.of(home + java, "@" + home + "/java.args", OwnProgram.MAIN_CLASS),
        "Cmd", List.of("--help"),
        "WorkingDir", folder,
        "Labels",
            Map.of(
                "org.opencontainers.image.title",
                "smartt",
                "org.opencontainers.image.description",
                DESCRIPTION,
                "org.opencontainers.image.licenses",
                "Apache-2.0",
                "org.opencontainers.image.version",
                version));
  }

  static String architecture() {
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

  /**
   * The small files of an image archive.
   *
   * @param files by name, in the order of the archive
   */
  record ImageManifests(SequencedMap<String, byte[]> files) {
    /** The folder of content that is named by its SHA-256. */
    static final String BLOBS = "blobs/sha256/";

    private static final String OCI = "application/vnd.oci.image.";

    /** Keys in order: that of an unmodifiable map differs from one process to the next. */
    private static final ObjectMapper JSON =
        new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    /**
     * Returns the manifests of an image of one layer.
     *
     * @param tag its name and tag
     * @param layer SHA-256 of the layer, in hexadecimal digits
     * @param size of the layer in bytes
     */
    static ImageManifests of(
        String tag,
        String architecture,
        Map<String, Object> config,
        String created,
        String layer,
        long size)
        throws JsonProcessingException {
      Map<String, Object> container = new LinkedHashMap<>(config);
      // Java could not name a file with umlauts otherwise.
      container.put("Env", List.of("LC_CTYPE=C.UTF-8"));
      ObjectNode image = platform(architecture).put("created", created);
      image.set("config", JSON.valueToTree(container));
      image.putObject("rootfs").put("type", "layers").putArray("diff_ids").add("sha256:" + layer);
      byte[] imageFile = JSON.writeValueAsBytes(image);
      String imageDigest = Sha256.of(imageFile);
      ObjectNode manifest = second("manifest.v1+json");
      manifest.set("config", descriptor("config.v1+json", imageDigest, imageFile.length));
      manifest.putArray("layers").add(descriptor("layer.v1.tar", layer, size));
      byte[] manifestFile = JSON.writeValueAsBytes(manifest);
      String manifestDigest = Sha256.of(manifestFile);
      ObjectNode entry = descriptor("manifest.v1+json", manifestDigest, manifestFile.length);
      entry.set("platform", platform(architecture));
      entry
          .putObject("annotations")
          .put("org.opencontainers.image.ref.name", tag.substring(tag.lastIndexOf(':') + 1))
          .put("io.containerd.image.name", full(tag));
      ObjectNode index = second("index.v1+json");
      index.putArray("manifests").add(entry);
      ArrayNode docker = JSON.createArrayNode();
      ObjectNode saved = docker.addObject().put("Config", BLOBS + imageDigest);
      saved.putArray("RepoTags").add(tag);
      saved.putArray("Layers").add(BLOBS + layer);
      SequencedMap<String, byte[]> files = new LinkedHashMap<>();
      files.put("manifest.json", JSON.writeValueAsBytes(docker));
      files.put("oci-layout", JSON.writeValueAsBytes(Map.of("imageLayoutVersion", "1.0.0")));
      files.put("index.json", JSON.writeValueAsBytes(index));
      files.put(BLOBS + imageDigest, imageFile);
      files.put(BLOBS + manifestDigest, manifestFile);
      return new ImageManifests(files);
    }

    private static ObjectNode platform(String architecture) {
      return JSON.createObjectNode().put("architecture", architecture).put("os", "linux");
    }

    private static ObjectNode second(String type) {
      return JSON.createObjectNode().put("schemaVersion", 2).put("mediaType", OCI + type);
    }

    /** The name with its registry, which containerd wants. */
    private static String full(String tag) {
      int slash = tag.indexOf('/');
      if (slash < 0) {
        return "docker.io/library/" + tag;
      }
      String first = tag.substring(0, slash);
      boolean registry = first.contains(".") || first.contains(":") || first.equals("localhost");
      return registry ? tag : "docker.io/" + tag;
    }

    private static ObjectNode descriptor(String type, String digest, long size) {
      return JSON.createObjectNode()
          .put("mediaType", OCI + type)
          .put("digest", "sha256:" + digest)
          .put("size", size);
    }
  }
}
