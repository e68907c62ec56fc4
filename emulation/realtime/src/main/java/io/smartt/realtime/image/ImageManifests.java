package io.smartt.realtime.image;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.smartt.base.input.Sha256;

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
    byte[] image =
        JSON.writeValueAsBytes(
            Map.of(
                "architecture",
                architecture,
                "os",
                "linux",
                "created",
                created,
                "config",
                container,
                "rootfs",
                Map.of("type", "layers", "diff_ids", List.of("sha256:" + layer))));
    byte[] manifest =
        JSON.writeValueAsBytes(
            Map.of(
                "schemaVersion",
                2,
                "mediaType",
                OCI + "manifest.v1+json",
                "config",
                descriptor("config.v1+json", Sha256.of(image), image.length),
                "layers",
                List.of(descriptor("layer.v1.tar", layer, size))));
    Map<String, Object> entry =
        new LinkedHashMap<>(descriptor("manifest.v1+json", Sha256.of(manifest), manifest.length));
    entry.put("platform", Map.of("architecture", architecture, "os", "linux"));
    entry.put(
        "annotations",
        Map.of(
            "org.opencontainers.image.ref.name",
            tag.substring(tag.lastIndexOf(':') + 1),
            "io.containerd.image.name",
            full(tag)));
    Map<String, Object> docker =
        Map.of(
            "Config",
            BLOBS + Sha256.of(image),
            "RepoTags",
            List.of(tag),
            "Layers",
            List.of(BLOBS + layer));
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    files.put("manifest.json", JSON.writeValueAsBytes(List.of(docker)));
    files.put("oci-layout", JSON.writeValueAsBytes(Map.of("imageLayoutVersion", "1.0.0")));
    files.put(
        "index.json",
        JSON.writeValueAsBytes(
            Map.of(
                "schemaVersion",
                2,
                "mediaType",
                OCI + "index.v1+json",
                "manifests",
                List.of(entry))));
    files.put(BLOBS + Sha256.of(image), image);
    files.put(BLOBS + Sha256.of(manifest), manifest);
    return new ImageManifests(files);
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

  private static Map<String, Object> descriptor(String type, String digest, long size) {
    return Map.of("mediaType", OCI + type, "digest", "sha256:" + digest, "size", size);
  }
}
