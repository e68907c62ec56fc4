package io.smartt.experiment.own;

import module java.base;

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

/** Compiles one file of Java in memory, against the program's own classes. */
final class Compilation {
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
      throw new UserInputException(String.valueOf(e.getMessage()), e);
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
        : first + System.lineSeparator() + "smartt: and " + (errors.size() - MOST_ERRORS) + " more";
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
      super(URI.create("text:///" + URLEncoder.encode(file, StandardCharsets.UTF_8)), Kind.SOURCE);
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
