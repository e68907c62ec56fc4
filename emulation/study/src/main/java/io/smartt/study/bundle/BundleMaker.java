package io.smartt.study.bundle;

import module java.base;

import io.smartt.base.input.UserInputException;

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
    BundleImage image,
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
}
