package io.smartt.study.sweep.cluster;

import module java.base;

import io.smartt.base.input.FolderTree;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * Takes run folders out of a tar file that another machine wrote. Only what was asked for is taken:
 * plain files of the runs' folders.
 */
final class RunArchive {
  private static final Pattern FILE = Pattern.compile("runs/([^/]+)/([A-Za-z0-9][A-Za-z0-9._-]*)");
  private static final String SUMMARY = "summary.json";

  private final Path folder;
  private final Path incoming;
  private final Set<String> runs;

  /**
   * @param folder of the sweep
   * @param incoming a folder of the same file system, for what is not whole yet
   * @param runs names that are taken
   */
  RunArchive(Path folder, Path incoming, List<String> runs) {
    this.folder = folder;
    this.incoming = incoming;
    this.runs = Set.copyOf(runs);
  }

  /**
   * Reads the archive to its end and puts finished runs in place of their plans.
   *
   * @return how many
   */
  int take(InputStream archive) throws IOException {
    deleteIfThere(incoming);
    Set<String> finished = new HashSet<>();
    try (TarArchiveInputStream tar = new TarArchiveInputStream(archive)) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Matcher name = FILE.matcher(entry.getName());
        if (!isPlainFile(entry) || !name.matches() || !runs.contains(name.group(1))) {
          continue;
        }
        Path file = incoming.resolve(name.group(1)).resolve(name.group(2));
        Files.createDirectories(file.getParent());
        Files.copy(tar, file, StandardCopyOption.REPLACE_EXISTING);
        if (name.group(2).equals(SUMMARY)) {
          finished.add(name.group(1));
        }
      }
    }
    for (String run : finished) {
      Path into = folder.resolve("runs").resolve(run);
      deleteIfThere(into);
      Files.move(incoming.resolve(run), into);
    }
    deleteIfThere(incoming);
    return finished.size();
  }

  /** The library calls a link a file too. */
  private static boolean isPlainFile(TarArchiveEntry entry) {
    return entry.isFile() && !entry.isSymbolicLink() && !entry.isLink();
  }

  private static void deleteIfThere(Path folder) throws IOException {
    if (Files.exists(folder)) {
      FolderTree.delete(folder);
    }
  }
}
