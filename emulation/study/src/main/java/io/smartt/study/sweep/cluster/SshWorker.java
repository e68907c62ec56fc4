package io.smartt.study.sweep.cluster;

import module java.base;

import io.smartt.base.input.FolderTree;
import io.smartt.experiment.SpecOrigin;
import io.smartt.experiment.report.RunFolder;
import io.smartt.study.sweep.SweepRun;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * One call of ssh for a part of a sweep: plans go there as a tar file, results come back as one.
 * The worker ends with the connection, since it watches its standard input.
 */
public final class SshWorker {
  private final List<String> ssh;
  private final String smartt;
  private final OptionalInt jobs;
  private final List<String> more;
  private final Set<Process> calls = ConcurrentHashMap.newKeySet();

  /**
   * @param ssh the words before the host
   * @param smartt the command on the hosts
   * @param jobs runs at a time on a host; empty for one a core
   * @param more words for the worker
   */
  public SshWorker(List<String> ssh, String smartt, OptionalInt jobs, List<String> more) {
    this.ssh = List.copyOf(ssh);
    this.smartt = smartt;
    this.jobs = jobs;
    this.more = more;
  }

  /** The folder of what workers say. */
  static Path logs(Path folder) {
    return folder.resolve("cluster");
  }

  /**
   * Runs planned runs on a host.
   *
   * @param folder of the sweep, which gets the results
   * @param runs names of the planned run folders
   * @throws IOException if the host does not answer, has no such command, or gives no results
   */
  void run(String host, Path folder, List<String> runs) throws IOException {
    Path log = Files.createDirectories(logs(folder)).resolve(fileName(host) + ".log");
    byte[] plans = plans(folder, runs);
    List<String> command = new ArrayList<>(ssh);
    command.add(host);
    command.add("exec sh -c " + SpecOrigin.quoted(script(plans.length)));
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    calls.add(process);
    int came = 0;
    // Its input stays open for as long as it works.
    try (InputStream out = process.getInputStream()) {
      OutputStream in = process.getOutputStream();
      in.write(plans);
      in.flush();
      came = new RunArchive(folder, logs(folder).resolve("from-" + fileName(host)), runs).take(out);
    } catch (IOException e) {
      throw new IOException("the connection broke (%s); see %s".formatted(e.getMessage(), log), e);
    } finally {
      calls.remove(process);
      process.destroy();
    }
    if (came < runs.size()) {
      throw new IOException("%d of %d runs came back; see %s".formatted(came, runs.size(), log));
    }
  }

  /** Ends the calls under way. */
  void stop() {
    calls.forEach(Process::destroy);
  }

  private String script(int bytes) {
    String worker =
        smartt
            + " sweep work \"$d\" --while-input-open"
            + (jobs.isPresent() ? " --jobs " + jobs.getAsInt() : "")
            + more.stream()
                .map(word -> " " + SpecOrigin.quoted(word))
                .collect(Collectors.joining());
    return "d=$(mktemp -d) && trap 'rm -rf \"$d\"' EXIT && trap 'exit 1' HUP INT TERM && head -c "
        + bytes
        + " | tar -xf - -C \"$d\" && { "
        + worker
        + " >&2; tar -cf - -C \"$d\" runs </dev/null; }";
  }

  private static byte[] plans(Path folder, List<String> runs) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (String run : runs) {
        Path plan = folder.resolve("runs").resolve(run).resolve(SweepRun.PLAN);
        TarArchiveEntry entry = new TarArchiveEntry("runs/" + run + "/" + SweepRun.PLAN);
        entry.setSize(Files.size(plan));
        tar.putArchiveEntry(entry);
        Files.copy(plan, tar);
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static String fileName(String host) {
    return host.replaceAll("[^A-Za-z0-9._-]+", "-");
  }

  /**
   * Takes run folders out of a tar file that another machine wrote. Only what was asked for is
   * taken: plain files of the runs' folders.
   */
  static final class RunArchive {
    private static final Pattern FILE =
        Pattern.compile("runs/([^/]+)/([A-Za-z0-9][A-Za-z0-9._-]*)");

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
      FolderTree.delete(incoming);
      Set<String> finished = new HashSet<>();
      try (TarArchiveInputStream tar = new TarArchiveInputStream(archive)) {
        for (TarArchiveEntry entry = tar.getNextEntry();
            entry != null;
            entry = tar.getNextEntry()) {
          Matcher name = FILE.matcher(entry.getName());
          if (!isPlainFile(entry) || !name.matches() || !runs.contains(name.group(1))) {
            continue;
          }
          Path file = incoming.resolve(name.group(1)).resolve(name.group(2));
          Files.createDirectories(file.getParent());
          Files.copy(tar, file, StandardCopyOption.REPLACE_EXISTING);
          if (name.group(2).equals(RunFolder.SUMMARY)) {
            finished.add(name.group(1));
          }
        }
      }
      for (String run : finished) {
        Path into = folder.resolve("runs").resolve(run);
        FolderTree.delete(into);
        Files.move(incoming.resolve(run), into);
      }
      FolderTree.delete(incoming);
      return finished.size();
    }

    /** The library calls a link a file too. */
    private static boolean isPlainFile(TarArchiveEntry entry) {
      return entry.isFile() && !entry.isSymbolicLink() && !entry.isLink();
    }
  }
}
