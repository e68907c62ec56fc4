package io.smartt.release;

import module java.base;

import io.smartt.release.Layout.Entry;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/** Writes a layout as a tar file: the same bytes for the same content. */
final class TarFile {
  private static final int EXECUTABLE = 0755;
  private static final int FILE = 0644;

  private TarFile() {}

  /** Writes it as it is. */
  static void write(Layout layout, Instant time, Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      write(layout, time, out);
    }
  }

  /** Writes it with gzip. */
  static void writeGzip(Layout layout, Instant time, Path file) throws IOException {
    try (OutputStream gzip = gzip(new BufferedOutputStream(Files.newOutputStream(file)))) {
      write(layout, time, gzip);
    }
  }

  /** The best gzip, without a time or a name. */
  static OutputStream gzip(OutputStream out) throws IOException {
    GzipParameters parameters = new GzipParameters();
    parameters.setCompressionLevel(Deflater.BEST_COMPRESSION);
    return new GzipCompressorOutputStream(out, parameters);
  }

  private static void write(Layout layout, Instant time, OutputStream out) throws IOException {
    TarArchiveOutputStream tar = new TarArchiveOutputStream(out);
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    for (Entry entry : layout.entries()) {
      TarArchiveEntry header = header(entry);
      header.setModTime(time.toEpochMilli());
      header.setIds(0, 0);
      header.setNames("root", "root");
      tar.putArchiveEntry(header);
      if (entry instanceof Entry.Content content) {
        Files.copy(content.source(), tar);
      }
      tar.closeArchiveEntry();
    }
    tar.finish();
  }

  private static TarArchiveEntry header(Entry entry) throws IOException {
    return switch (entry) {
      case Entry.Folder folder -> {
        TarArchiveEntry header = new TarArchiveEntry(folder.name() + "/");
        header.setMode(EXECUTABLE);
        yield header;
      }
      case Entry.Link link -> {
        TarArchiveEntry header = new TarArchiveEntry(link.name(), TarConstants.LF_SYMLINK);
        header.setLinkName(link.target());
        header.setMode(0777);
        yield header;
      }
      case Entry.Content content -> {
        TarArchiveEntry header = new TarArchiveEntry(content.name());
        header.setSize(Files.size(content.source()));
        header.setMode(content.executable() ? EXECUTABLE : FILE);
        yield header;
      }
    };
  }
}
