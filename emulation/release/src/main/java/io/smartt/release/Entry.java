package io.smartt.release;

import java.nio.file.Path;

/**
 * One entry of a package.
 *
 * <p>Owners and times are not in it: all belong to root and have the time of the release, so that
 * two builds of one commit are alike.
 */
sealed interface Entry {
  /** Its path in the package, without a slash at either end. */
  String name();

  /** The same entry elsewhere. */
  Entry at(String name);

  /**
   * A file.
   *
   * @param source where its content is now
   * @param executable by everybody
   */
  record Content(String name, Path source, boolean executable) implements Entry {
    @Override
    public Content at(String other) {
      return new Content(other, source, executable);
    }
  }

  /**
   * A symbolic link.
   *
   * @param target as the link has it: relative to the link's folder, or absolute
   */
  record Link(String name, String target) implements Entry {
    @Override
    public Link at(String other) {
      return new Link(other, target);
    }
  }

  /** A folder. */
  record Folder(String name) implements Entry {
    @Override
    public Folder at(String other) {
      return new Folder(other);
    }
  }
}
