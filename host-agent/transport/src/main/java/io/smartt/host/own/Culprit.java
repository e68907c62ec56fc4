package io.smartt.host.own;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong in a user's code, and at which of its lines.
 *
 * @param what the exception
 * @param line file and line of the innermost frame that is the user's; empty if none is
 */
public record Culprit(String what, String line) {
  /** Finds the user's line in what was thrown. */
  public static Culprit of(Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      String loader = frame.getClassLoaderName();
      if (loader != null && loader.startsWith(OwnLoader.PREFIX)) {
        String line = frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber();
        return new Culprit(name(thrown), frame.getFileName() + line);
      }
    }
    return new Culprit(name(thrown), "");
  }

  private static String name(Throwable thrown) {
    String message = thrown.getMessage();
    return thrown.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }

  /** Line and exception, as errors have them. */
  public String text() {
    return line.isEmpty() ? what : line + ": " + what;
  }

  /**
   * Defines the classes of one {@link OwnClasses}, each able to be stopped; asks the program's
   * loader for all others. Two loads of one file share no state.
   */
  static final class OwnLoader extends ClassLoader {
    /** First part of the names of such loaders, which stack traces have. */
    static final String PREFIX = "own:";

    private final SortedMap<String, byte[]> classes;
    private final LoopPolls polls;

    OwnLoader(OwnClasses own) {
      super(PREFIX + own.file(), OwnLoader.class.getClassLoader());
      classes = own.byName();
      polls = new LoopPolls(classes);
    }

    /** A class that is on the program's path too is still defined here. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null) {
          byte @Nullable [] file = classes.get(name);
          return file == null ? super.loadClass(name, resolve) : define(name, file);
        }
        return loaded;
      }
    }

    private Class<?> define(String name, byte[] file) {
      byte[] polled = polls.into(file);
      return defineClass(name, polled, 0, polled.length);
    }
  }
}
