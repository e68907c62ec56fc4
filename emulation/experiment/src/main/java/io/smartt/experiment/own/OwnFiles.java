package io.smartt.experiment.own;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.host.own.OwnClasses;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Finds what a user means by a text in place of a built-in algorithm's name. */
public final class OwnFiles {
  private static final String CLASS_ENDING = ".class";

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
      return new OwnSource.Jar(name, base64(jarOf(classes)));
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

  /**
   * The classes of a jar.
   *
   * @param file its name, for errors
   * @throws IllegalArgumentException if it has none
   */
  static OwnClasses classesOfJar(String file, byte[] jar) {
    SortedMap<String, byte[]> classes = new TreeMap<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        String name = entry.getName();
        if (name.endsWith(CLASS_ENDING)
            && !name.startsWith("META-INF/")
            && !name.endsWith("module-info.class")) {
          String binary =
              name.substring(0, name.length() - CLASS_ENDING.length()).replace('/', '.');
          classes.put(binary, zip.readAllBytes());
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(file + ": is no jar: " + FileErrors.reason(e), e);
    }
    if (classes.isEmpty()) {
      throw new IllegalArgumentException(file + ": is no jar with classes");
    }
    return new OwnClasses(file, classes);
  }

  /** A jar of some classes, the same bytes for the same classes. */
  static byte[] jarOf(Map<String, byte[]> classes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> one : new TreeMap<>(classes).entrySet()) {
        ZipEntry entry = new ZipEntry(one.getKey().replace('.', '/') + CLASS_ENDING);
        entry.setTime(0);
        zip.putNextEntry(entry);
        zip.write(one.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  /**
   * A file with a congestion control or a load balancer, kept whole so that the experiment runs
   * again where the file is gone.
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
          return classesOfJar(file, Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
          throw new UserInputException(e);
        }
      }
    }
  }

  /** Compiles one file of Java in memory, against the program's own classes. */
  static final class Compilation {
    private static final int MOST_ERRORS = 5;

    private Compilation() {}

    /**
     * The classes of a text.
     *
     * @param file name of the text, for errors
     * @throws UserInputException with file, line and column of each of the first errors
     */
    static OwnClasses of(String file, String text) {
      JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
      if (compiler == null) {
        throw new UserInputException(
            file
                + ": this Java has no compiler; run smartt with a JDK (JAVA_HOME), or name a .jar of"
                + " the compiled classes");
      }
      DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
      StringWriter other = new StringWriter();
      try (MemoryFiles files =
          new MemoryFiles(compiler.getStandardFileManager(said, Locale.ROOT, null))) {
        boolean compiled =
            compiler
                .getTask(
                    other,
                    files,
                    said,
                    List.of(
                        "-proc:none",
                        "-g",
                        "-nowarn",
                        "-classpath",
                        System.getProperty("java.class.path")),
                    null,
                    List.of(new Text(file, text)))
                .call();
        SortedMap<String, byte[]> classes = files.classes();
        if (compiled && !classes.isEmpty()) {
          return new OwnClasses(file, classes);
        }
      } catch (IllegalArgumentException e) {
        throw new UserInputException(e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      throw new UserInputException(errors(file, said.getDiagnostics(), other.toString()));
    }

    private static String errors(
        String file, List<Diagnostic<? extends JavaFileObject>> said, String other) {
      List<Diagnostic<? extends JavaFileObject>> errors =
          said.stream().filter(one -> one.getKind() == Diagnostic.Kind.ERROR).toList();
      if (errors.isEmpty()) {
        return file + ": has no class" + (other.isBlank() ? "" : "; " + other.strip());
      }
      String first =
          errors.stream()
              .limit(MOST_ERRORS)
              .map(error -> place(file, error) + error.getMessage(Locale.ROOT).strip())
              .map(error -> error.replaceAll("\\s*\\R\\s*", "; "))
              .collect(Collectors.joining(System.lineSeparator() + "smartt: "));
      return errors.size() <= MOST_ERRORS
          ? first
          : first
              + System.lineSeparator()
              + "smartt: and "
              + (errors.size() - MOST_ERRORS)
              + " more";
    }

    private static String place(String file, Diagnostic<?> error) {
      return error.getLineNumber() == Diagnostic.NOPOS
          ? file + ": "
          : file + ":" + error.getLineNumber() + ":" + error.getColumnNumber() + ": ";
    }

    /** A text as a file of Java's compiler. */
    private static final class Text extends SimpleJavaFileObject {
      private final String text;

      Text(String file, String text) {
        super(
            URI.create("text:///" + URLEncoder.encode(file, StandardCharsets.UTF_8)), Kind.SOURCE);
        this.text = text;
      }

      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    }

    /**
     * The files of Java's compiler: it reads from the path and writes classes here, not to a disk.
     */
    static final class MemoryFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
      private final SortedMap<String, ByteArrayOutputStream> written = new TreeMap<>();

      MemoryFiles(StandardJavaFileManager path) {
        super(path);
      }

      @Override
      public JavaFileObject getJavaFileForOutput(
          JavaFileManager.Location location,
          String className,
          JavaFileObject.Kind kind,
          FileObject sibling) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        written.put(className, bytes);
        return new SimpleJavaFileObject(
            URI.create("memory:///" + className.replace('.', '/') + kind.extension), kind) {
          @Override
          public OutputStream openOutputStream() {
            return bytes;
          }
        };
      }

      /** Class files by binary name. */
      SortedMap<String, byte[]> classes() {
        SortedMap<String, byte[]> classes = new TreeMap<>();
        written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
      }
    }
  }
}
