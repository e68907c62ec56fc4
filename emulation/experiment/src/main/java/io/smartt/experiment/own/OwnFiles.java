package io.smartt.experiment.own;

import module java.base;

import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;

/** Finds what a user means by a text in place of a built-in algorithm's name. */
public final class OwnFiles {
  private static final String JAVA = ".java";
  private static final String JAR = ".jar";

  private OwnFiles() {}

  /** Returns whether a text means a file or a class rather than a built-in algorithm. */
  public static boolean isOwn(String text) {
    return text.contains(".") || text.contains("/");
  }

  /** Returns whether a text means a file. */
  public static boolean isFile(String text) {
    return text.endsWith(JAVA) || text.endsWith(JAR) || text.contains("/");
  }

  /**
   * Reads the file, or finds the class on the path.
   *
   * @throws UserInputException if there is none, or it cannot be read
   */
  public static OwnSource read(String text) {
    if (!isFile(text)) {
      return onPath(text);
    }
    Path path = Path.of(text);
    if (!text.endsWith(JAVA) && !text.endsWith(JAR)) {
      throw new UserInputException(
          text + ": is neither a .java nor a .jar file, nor the name of a class");
    }
    if (!Files.isRegularFile(path)) {
      throw new UserInputException("there is no file " + text);
    }
    String name = String.valueOf(path.getFileName());
    return text.endsWith(JAVA)
        ? new OwnSource.JavaText(name, InputFile.text(path))
        : new OwnSource.Jar(name, base64(InputFile.bytes(path)));
  }

  /** The class with all that is nested in it; others that it uses have to be on the path. */
  private static OwnSource onPath(String name) {
    Map<String, byte[]> classes = new TreeMap<>();
    ClassLoader path = OwnFiles.class.getClassLoader();
    try {
      for (Class<?> member : Class.forName(name, false, path).getNestMembers()) {
        String resource = member.getName().replace('.', '/') + ".class";
        try (InputStream in = path.getResourceAsStream(resource)) {
          if (in == null) {
            throw new UserInputException("class " + name + " has no class file on the path");
          }
          classes.put(member.getName(), in.readAllBytes());
        }
      }
      return new OwnSource.Jar(name, base64(JarClasses.pack(classes)));
    } catch (ClassNotFoundException e) {
      throw new UserInputException(
          "'" + name + "' is no file (.java, .jar) and there is no such class on the class path",
          e);
    } catch (LinkageError | IOException e) {
      throw new UserInputException("class " + name + " cannot be read: " + e, e);
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
