package io.smartt.realtime.image;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FolderTree;

/**
 * Makes the image from the JDK and the C library of this machine: no registry, no network.
 *
 * @param version of this program
 * @param stage receives the name of each step
 * @param programs of this machine that the image is to have as well
 */
public record ImageBuilder(String version, Consumer<String> stage, List<String> programs) {
  /** Copies the list. */
  public ImageBuilder {
    programs = List.copyOf(programs);
  }

  /**
   * Writes the image as a file that {@code docker load} takes.
   *
   * @param tag name of the image, with or without a tag
   * @return bytes that the image takes
   * @throws RunFailedException if a tool fails or the disk is full; no file is left then
   */
  public long write(String tag, Path archive) {
    if (!System.getProperty("os.name").equals("Linux")) {
      throw new RunFailedException(
          "the image is made from this machine's C library, and this is not Linux; docker build"
              + " with the Dockerfile works anywhere");
    }
    return RunFailedException.saying("image " + archive + " cannot be written")
        .get(() -> {
          Path root = Files.createTempDirectory("smartt-image");
          try {
            new ImageFiles(root, stage).make(programs);
            stage.accept("packing");
            return ImageArchive.write(
                root,
                tagged(tag),
                ImageArchive.architecture(),
                ImageArchive.config(ImageFiles.HOME, "/bin/java", version, "/tmp"),
                archive);
          } finally {
            FolderTree.delete(root);
          }
        });
  }

  private static String tagged(String tag) {
    return tag.substring(tag.lastIndexOf('/') + 1).contains(":") ? tag : tag + ":latest";
  }
}
