package io.smartt.experiment.report;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Files of the disk, for a process that is killed: each change of a file is a step, and at the step
 * named the process dies. What dies in a write has written half. Nothing is changed after that, as
 * code behind {@code finally} does not run in a killed process.
 */
@SuppressWarnings({
  "NullAway",
  "StreamResourceLeak"
}) // file systems answer with nulls; streams are handed on
public final class MortalFiles extends FileSystemProvider {
  /** What the process dies of. */
  public static final class Killed extends Error {}

  private final AtomicInteger step = new AtomicInteger();
  private final int last;
  private final Mortal system = new Mortal();

  /**
   * @param last number of steps that are done
   */
  public MortalFiles(int last) {
    this.last = last;
  }

  /** A path whose changes are counted. */
  public Path of(Path path) {
    return new Wrapped(path);
  }

  /** Whether the process has died. */
  public boolean died() {
    return step.get() > last;
  }

  private boolean lives() {
    return step.incrementAndGet() <= last;
  }

  private void live() {
    if (!lives()) {
      throw new Killed();
    }
  }

  private static Path bare(Path path) {
    return path instanceof Wrapped wrapped ? wrapped.path : path;
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    boolean writes =
        options.contains(StandardOpenOption.WRITE) || options.contains(StandardOpenOption.APPEND);
    if (writes) {
      live();
    }
    SeekableByteChannel channel = Files.newByteChannel(bare(path), options, attributes);
    return writes ? new Writing(channel) : channel;
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    live();
    return FileChannel.open(bare(path), options, attributes);
  }

  @Override
  public void createDirectory(Path dir, FileAttribute<?>... attributes) throws IOException {
    live();
    Files.createDirectory(bare(dir), attributes);
  }

  @Override
  public void createLink(Path link, Path existing) throws IOException {
    live();
    Files.createLink(bare(link), bare(existing));
  }

  @Override
  public void delete(Path path) throws IOException {
    live();
    Files.delete(bare(path));
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    live();
    Files.copy(bare(source), bare(target), options);
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    live();
    Files.move(bare(source), bare(target), options);
  }

  @Override
  public void setAttribute(Path path, String name, Object value, LinkOption... options)
      throws IOException {
    live();
    Files.setAttribute(bare(path), name, value, options);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path dir, DirectoryStream.Filter<? super Path> filter) throws IOException {
    DirectoryStream<Path> paths = Files.newDirectoryStream(bare(dir));
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        Iterator<Path> each = paths.iterator();
        return new Iterator<>() {
          @Override
          public boolean hasNext() {
            return each.hasNext();
          }

          @Override
          public Path next() {
            return of(each.next());
          }
        };
      }

      @Override
      public void close() throws IOException {
        paths.close();
      }
    };
  }

  @Override
  public boolean isSameFile(Path path, Path other) throws IOException {
    return Files.isSameFile(bare(path), bare(other));
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return Files.isHidden(bare(path));
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return Files.getFileStore(bare(path));
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    Path bare = bare(path);
    bare.getFileSystem().provider().checkAccess(bare, modes);
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return Files.getFileAttributeView(bare(path), type, options);
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    return Files.readAttributes(bare(path), type, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
      throws IOException {
    return Files.readAttributes(bare(path), attributes, options);
  }

  @Override
  public String getScheme() {
    return "mortal";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> env) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return system;
  }

  @Override
  public Path getPath(URI uri) {
    throw new UnsupportedOperationException();
  }

  /** A channel whose first write is a step: those after it leave a part of a file as well. */
  private final class Writing implements SeekableByteChannel {
    private final SeekableByteChannel channel;
    private boolean wrote;

    Writing(SeekableByteChannel channel) {
      this.channel = channel;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      int before = step.get();
      if (wrote ? !died() : lives()) {
        wrote = true;
        return channel.write(from);
      }
      if (before == last) {
        channel.write(from.slice(from.position(), from.remaining() / 2));
      }
      throw new Killed();
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
      return channel.read(into);
    }

    @Override
    public long position() throws IOException {
      return channel.position();
    }

    @Override
    public SeekableByteChannel position(long to) throws IOException {
      channel.position(to);
      return this;
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) throws IOException {
      live();
      channel.truncate(size);
      return this;
    }

    @Override
    public boolean isOpen() {
      return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** The file system of such paths. */
  private final class Mortal extends FileSystem {
    @Override
    public FileSystemProvider provider() {
      return MortalFiles.this;
    }

    @Override
    public void close() {}

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public boolean isReadOnly() {
      return false;
    }

    @Override
    public String getSeparator() {
      return File.separator;
    }

    @Override
    public Iterable<Path> getRootDirectories() {
      return List.of(of(Path.of("/")));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
      return List.of();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
      return Set.of("basic");
    }

    @Override
    public Path getPath(String first, String... more) {
      return of(Path.of(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
      throw new UnsupportedOperationException();
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
      throw new UnsupportedOperationException();
    }

    @Override
    public WatchService newWatchService() {
      throw new UnsupportedOperationException();
    }
  }

  /** A path of the disk. */
  private final class Wrapped implements Path {
    private final Path path;

    Wrapped(Path path) {
      this.path = path;
    }

    @Override
    public FileSystem getFileSystem() {
      return system;
    }

    @Override
    public boolean isAbsolute() {
      return path.isAbsolute();
    }

    @Override
    public Path getRoot() {
      return of(path.getRoot());
    }

    @Override
    public Path getFileName() {
      return of(path.getFileName());
    }

    @Override
    public Path getParent() {
      Path parent = path.getParent();
      return parent == null ? null : of(parent);
    }

    @Override
    public int getNameCount() {
      return path.getNameCount();
    }

    @Override
    public Path getName(int index) {
      return of(path.getName(index));
    }

    @Override
    public Path subpath(int begin, int end) {
      return of(path.subpath(begin, end));
    }

    @Override
    public boolean startsWith(Path other) {
      return path.startsWith(bare(other));
    }

    @Override
    public boolean endsWith(Path other) {
      return path.endsWith(bare(other));
    }

    @Override
    public Path normalize() {
      return of(path.normalize());
    }

    @Override
    public Path resolve(Path other) {
      return of(path.resolve(bare(other)));
    }

    @Override
    public Path relativize(Path other) {
      return of(path.relativize(bare(other)));
    }

    @Override
    public URI toUri() {
      return path.toUri();
    }

    @Override
    public Path toAbsolutePath() {
      return of(path.toAbsolutePath());
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
      return of(path.toRealPath(options));
    }

    @Override
    public File toFile() {
      return path.toFile();
    }

    @Override
    public WatchKey register(
        WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(Path other) {
      return path.compareTo(bare(other));
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Wrapped wrapped && wrapped.path.equals(path);
    }

    @Override
    public int hashCode() {
      return path.hashCode();
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }
}
