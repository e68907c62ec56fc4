package io.smartt.experiment.own;

import io.smartt.base.input.UserInputException;
import io.smartt.host.own.OwnClasses;
import java.util.Base64;

/**
 * A file with a congestion control or a load balancer, kept whole so that the experiment runs again
 * where the file is gone.
 */
public sealed interface OwnSource {
  /** Returns the file's name without its folders, or the class's. */
  String file();

  /**
   * Its classes.
   *
   * @throws UserInputException if it has none; naming file, line and column of what is wrong
   */
  OwnClasses classes();

  /**
   * One file of Java.
   *
   * @param file its name without folders
   * @param text all of it
   */
  record JavaText(String file, String text) implements OwnSource {
    @Override
    public OwnClasses classes() {
      return Compilation.of(file, text);
    }
  }

  /**
   * Classes that somebody else compiled.
   *
   * @param classes by name
   */
  record Compiled(OwnClasses classes) implements OwnSource {
    @Override
    public String file() {
      return classes.file();
    }
  }

  /**
   * A jar, or the classes of the path as one.
   *
   * @param file its name without folders, or the class's
   * @param base64 its bytes
   */
  record Jar(String file, String base64) implements OwnSource {
    @Override
    public OwnClasses classes() {
      try {
        return JarClasses.of(file, Base64.getDecoder().decode(base64));
      } catch (IllegalArgumentException e) {
        throw new UserInputException(String.valueOf(e.getMessage()), e);
      }
    }
  }
}
