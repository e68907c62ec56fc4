package io.smartt.emulation.own;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;

/** The files of Java's compiler: it reads from the path and writes classes here, not to a disk. */
final class MemoryFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
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
