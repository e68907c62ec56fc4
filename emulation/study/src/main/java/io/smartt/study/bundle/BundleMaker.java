package io.smartt.study.bundle;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.UserInputException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * The statements of a bundle on its program and on its author's wishes.
 *
 * @param version of smartt
 * @param program hash of its classes
 * @param image for where smartt is not installed
 * @param imageArchive the image itself, to be packed too
 * @param tolerancePercent for times of fabrics in real time; 0: to the byte
 * @param licence of the inputs, as the author says it; empty: not said
 */
public record BundleMaker(
    String version,
    String program,
    BundleMaker.BundleImage image,
    Optional<Path> imageArchive,
    double tolerancePercent,
    String licence) {
  private static final double ALL = 100;

  /** Refuses a tolerance that nothing could fail. */
  public BundleMaker {
    if (!(tolerancePercent >= 0 && tolerancePercent < ALL)) {
      throw new UserInputException("--tolerance " + tolerancePercent + ": write 0 to 99");
    }
  }

  /**
   * Returns what this program says.
   *
   * @param parts a class of each of its modules
   * @param image name of an image that is elsewhere
   * @param archive of an image that is packed
   */
  public static BundleMaker of(
      String version,
      List<Class<?>> parts,
      Optional<String> image,
      Optional<Path> archive,
      double tolerancePercent,
      String licence) {
    if (image.isPresent() && archive.isPresent()) {
      throw new UserInputException("--image and --with-image: name one of them");
    }
    return new BundleMaker(
        version,
        ProgramDigest.of(parts),
        archive
            .map(BundleImage::of)
            .orElseGet(() -> BundleImage.named(image.orElse("smartt:" + version))),
        archive,
        tolerancePercent,
        licence);
  }

  /**
   * The container image that a bundle runs with where {@code smartt} is not installed.
   *
   * @param name and tag, or name and digest
   * @param id of the image in an engine, {@code sha256:...}; empty if unknown
   * @param packed whether the bundle has it as {@code image.tar}
   */
  public record BundleImage(String name, String id, boolean packed) {
    private static final Pattern NAME =
        Pattern.compile("[a-z0-9][A-Za-z0-9._/:-]*(@sha256:[0-9a-f]{64})?");

    /** Refuses what is no image's name: scripts have it. */
    public BundleImage {
      if (!NAME.matcher(name).matches()) {
        throw new UserInputException(
            "image '" + name + "': write name:tag or name@sha256: with 64 digits");
      }
    }

    /** An image that is elsewhere. */
    static BundleImage named(String name) {
      return new BundleImage(name, name.contains("@") ? name.replaceFirst(".*@", "") : "", false);
    }

    /** An archive that {@code docker load} takes; its ID is the hash of its configuration. */
    static BundleImage of(Path archive) {
      try (InputStream in = Files.newInputStream(archive);
          TarArchiveInputStream tar = new TarArchiveInputStream(in)) {
        for (TarArchiveEntry entry = tar.getNextEntry();
            entry != null;
            entry = tar.getNextEntry()) {
          if (entry.getName().equals("manifest.json")) {
            JsonNode image = new ObjectMapper().readTree(tar.readAllBytes()).path(0);
            String config = image.path("Config").asText();
            String digits = config.replaceFirst("^blobs/sha256/", "").replaceFirst("\\.json$", "");
            if (!digits.matches("[0-9a-f]{64}")) {
              throw new UserInputException(
                  archive + ": its manifest names no image's configuration");
            }
            return new BundleImage(
                image.path("RepoTags").path(0).asText("smartt"), "sha256:" + digits, true);
          }
        }
      } catch (IOException e) {
        throw new UserInputException("cannot read " + archive + ": " + FileErrors.reason(e), e);
      }
      throw new UserInputException(
          archive + ": has no manifest.json, so it is no image of Docker's");
    }

    /** Returns what an engine is asked to run: the very image where the bundle has it. */
    String reference() {
      return packed ? id : name;
    }

    /** Returns the image for people. */
    String described() {
      return id.isEmpty()
          ? name + " (digest unknown)"
          : name.contains("@") ? name : name + " (" + id + ")";
    }
  }
}
